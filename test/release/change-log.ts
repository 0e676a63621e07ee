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

/**
 * The change log with notes added to the section of a version, each below its heading. Headings keep their order; a new
 * heading comes last.
 * @param notes texts of a heading of the third level and what follows it
 * @throws Error when the version has no section, or a note does not begin with a heading
 */
export function withNotes(changeLog: string, version: string, notes: readonly string[]): string {
  const sections = changeLog.split(/^(?=## )/m)
  const index = sections.findIndex(text => text.split(/\s/, 2)[1] === version && text.startsWith('## '))
  const section = sections[index]
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  const parts = section.trimEnd().split(/^(?=### )/m)
  for (const note of notes) {
    const [heading = '', ...lines] = note.trim().split('\n')
    const text = lines.join('\n').trim()
    if (!heading.startsWith('### ') || text === '') throw new Error(`A note has no heading or no text: ${heading}`)
    const place = parts.findIndex(part => part.split('\n', 1)[0] === heading)
    if (place < 0) parts.push(`${heading}\n\n${text}`)
    else parts[place] = `${(parts[place] ?? '').trimEnd()}\n${text}`
  }
  sections[index] = `${parts.map(part => part.trimEnd()).join('\n\n')}\n${index < sections.length - 1 ? '\n' : ''}`
  return sections.join('')
}
