/**
 * The section of one version in the change log, without its heading.
 * @param changeLog the text of CHANGELOG.md
 * @throws Error when there is none, or nothing in it
 */
export function sectionOf(changeLog: string, version: string): string {
  const sections = changeLog.split(/^## /m).slice(1)
  const section = sections.find(text => text.split(/\s/, 1)[0] === version)
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  const text = section.slice(section.indexOf('\n') + 1).trim()
  if (text === '') throw new Error(`The section for ${version} in CHANGELOG.md is empty.`)
  return text
}
