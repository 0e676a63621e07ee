/**
 * The part of a document that a command writes, between `<!-- name -->` and `<!-- /name -->`.
 * @throws Error when the document has none
 */
export function blockOf(document: string, name: string): string {
  const { start, end } = find(document, name)
  return document.slice(start, end).trim()
}

/** The document with that part written anew. @throws Error when the document has none */
export function replaceBlock(document: string, name: string, content: string): string {
  const { start, end } = find(document, name)
  return `${document.slice(0, start)}\n\n${content.trim()}\n\n${document.slice(end)}`
}

function find(document: string, name: string): { start: number; end: number } {
  const opening = `<!-- ${name} -->`
  const start = document.indexOf(opening)
  const end = document.indexOf(`<!-- /${name} -->`)
  if (start === -1 || end < start) throw new Error(`The document has no part between ${opening} and its end.`)
  return { start: start + opening.length, end }
}
