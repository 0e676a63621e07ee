/** Private keys as a person pastes several. */
export interface KeyLines {
  /** 64 hex digits each, with or without `0x`, each once. */
  keys: string[]
  /** Lines, counted from 1, in which no key was found. */
  faults: number[]
}

const mostKeys = 200

/** One or more keys a line, also with names or commas beside them. Empty lines are passed over. */
export function readKeyLines(text: string): KeyLines {
  const keys = new Map<string, string>()
  const faults: number[] = []
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const found = line.match(/(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?![0-9a-z])/gi) ?? []
    for (const key of found) if (keys.size < mostKeys) keys.set(key.replace(/^0x/i, '').toLowerCase(), key)
    if (found.length === 0 && line.trim() !== '') faults.push(index + 1)
  }
  return { keys: [...keys.values()], faults }
}
