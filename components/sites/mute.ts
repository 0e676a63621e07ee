export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** The last point in time (ECMA-262 §Time Values): muted until the person unmutes it. */
export const untilUnmuted = 8_640_000_000_000_000
