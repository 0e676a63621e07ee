export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** The last moment there is (ECMA-262 §Time Values): as long as nobody unmutes it. */
export const untilUnmuted = 8_640_000_000_000_000
