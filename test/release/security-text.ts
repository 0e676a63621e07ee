/**
 * The `security.txt` of a release.
 * @param repository of package.json: an address, a short form, or an object with one
 * @param from when the release was made
 * @returns `null` where package.json names no repository of GitHub: no contact is invented
 * @see RFC 9116
 */
export function securityText(repository: unknown, from: Date): string | null {
  const given = typeof repository === 'object' && repository !== null ? Reflect.get(repository, 'url') : repository
  const [, name] =
    /^(?:github:|(?:git\+)?(?:https|ssh|git):\/\/(?:git@)?github\.com\/|git@github\.com:)?([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(
      typeof given === 'string' ? given : '',
    ) ?? []
  if (name === undefined) return null
  const expires = new Date(from)
  expires.setUTCFullYear(expires.getUTCFullYear() + 1, expires.getUTCMonth(), expires.getUTCDate() - 1)
  const page = `https://github.com/${name}`
  return [
    `Contact: ${page}/security/advisories/new`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: en, de',
    `Policy: ${page}/blob/main/SECURITY.md`,
    '',
  ].join('\n')
}
