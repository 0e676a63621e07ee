const minute = 60
const day = 86_400

/** How long what is signed at the desk may be taken, in seconds. */
export const validities = [
  { seconds: 15 * minute, label: 'valid_15_minutes' },
  { seconds: 60 * minute, label: 'valid_1_hour' },
  { seconds: day, label: 'valid_1_day' },
  { seconds: 7 * day, label: 'valid_7_days' },
] as const
