/** @returns the value that the JSON text stands for; `undefined` for a text that is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller's schema refuses `undefined`.
    return undefined
  }
}
