/**
 * What changed between two manifests, one line for each value: `+` what is new, `-` what is gone. The order of lists
 * means nothing to a browser.
 * @param last the manifest that was released last
 * @param now the one of this release
 */
export function manifestChanges(last: unknown, now: unknown): string[] {
  const [before, after] = [leaves(last), leaves(now)]
  const gone = [...before].filter(leaf => !after.has(leaf)).map(leaf => `- ${leaf}`)
  const added = [...after].filter(leaf => !before.has(leaf)).map(leaf => `+ ${leaf}`)
  // By what they are about, so that a changed value stands beside itself.
  return [...gone, ...added].sort((a, b) => (a.slice(2) < b.slice(2) ? -1 : 1))
}

/** `permissions: "storage"`, `background.service_worker: "background.js"` */
function leaves(value: unknown, path = ''): Set<string> {
  if (Array.isArray(value) && value.length > 0) return new Set(value.flatMap(entry => [...leaves(entry, path)]))
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return new Set(
      Object.entries(value).flatMap(([key, entry]) => [...leaves(entry, path === '' ? key : `${path}.${key}`)]),
    )
  return new Set([`${path}: ${JSON.stringify(value)}`])
}
