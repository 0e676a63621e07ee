import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeFiles } from './comment-lines.ts'
import { root } from './project.ts'

/**
 * Openings of a sentence that has no subject of its own: the reader has to find it in the code below or in a sentence
 * before.
 */
const openings =
  /^(?:As|Of(?! course)|Nor|But|And|Or|Those|Whoever|Whatever|Whichever|One (?:that|which|who|whose|more))\b/

/** Every sentence of a comment that begins without a subject, as `path:line: opening`. */
export async function subjectlessComments(): Promise<string[]> {
  const found = await Promise.all(
    (await codeFiles()).map(async file => {
      const text = await readFile(join(root, file), 'utf8')
      return subjectlessIn(text).map(({ line, opening }) => `${file}:${line}: a sentence begins with "${opening}"`)
    }),
  )
  return found.flat()
}

/** Looks at comments of whole lines; `line` is the first line of the comment. */
export function subjectlessIn(text: string): { line: number; opening: string }[] {
  return commentsOf(text).flatMap(({ line, words }) =>
    words.split(/(?<=[.!?]) (?=[A-Z])/).flatMap(sentence => {
      const opening = openings.exec(sentence)?.[0]
      return opening === undefined ? [] : [{ line, opening }]
    }),
  )
}

/** The comments of whole lines, each with its words on one line. Examples in code fences are no sentences. */
function commentsOf(text: string): { line: number; words: string }[] {
  const comments = text.matchAll(/^[ \t]*(?:\{?\/\*\*?([\s\S]*?)\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)/gm)
  return [...comments].map(comment => ({
    line: text.slice(0, comment.index).split('\n').length,
    words: (comment[1] ?? comment[0])
      .replace(/```[\s\S]*?```/g, '')
      .replace(/^[ \t]*(?:\/\/|\*)/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  }))
}
