/** How a network tells of progress. Found by observation, never taken from a setting. */
export type Regime = 'preconfirming' | 'fast-blocks' | 'http-only' | 'degraded'
