/**
 * The path that a reference in a file means.
 * @param from path of that file, with `/`
 * @returns a path without `.` and `..`; those that lead above the top stay at the top
 * @see RFC 3986, section 5.2.4
 */
export function relativePath(reference: string, from: string): string {
  const parts: string[] = []
  for (const part of [...from.split('/').slice(0, -1), ...reference.split('/')]) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
