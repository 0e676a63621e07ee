import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.ts'

/**
 * `npm run words [-- commit]`: how many words the payments desk has, by task and language, in all its states; with a
 * commit, how many it had then.
 */

const languages = ['en', 'de'] as const

/** The headings of the catalogue that a task's texts stand under. */
const tasks: Readonly<Record<string, readonly string[]>> = {
  'see and take back what was signed': [
    'outstanding authorizations',
    'names of the kinds of authorization',
    'take back',
  ],
  'pay, now, later or up to a maximum': ['pay', 'payment links', 'sign an authorization'],
  'pay several': ['payouts and splits', 'pay several'],
  'ask for money': ['requests'],
  'capture what was signed for you': ['captures'],
  'books and refunds': ['books and refunds', 'transfers'],
  'verify a payment': ['verify a payment'],
  'paid answers': ['paid answers (HTTP 402)'],
  channels: ['channels'],
}

/** Words by task. @param catalogue the text of a language's file */
export function deskWords(catalogue: string): Map<string, number> {
  const words = new Map<string, number>(Object.keys(tasks).map(task => [task, 0]))
  let task: string | undefined
  for (const line of catalogue.split('\n')) {
    const heading = /^# (?:Payments: )?(.*)$/.exec(line)?.[1]
    if (heading !== undefined) task = Object.keys(tasks).find(name => tasks[name]?.includes(heading))
    const [, key = '', text = ''] = /^(\w+): "?(.*?)"?$/.exec(line) ?? []
    if (task === undefined || key.startsWith('panel_')) continue
    words.set(task, (words.get(task) ?? 0) + wordsOf(text))
  }
  return words
}

/** Placeholders stand for amounts and names: they are no words. */
function wordsOf(text: string): number {
  const parts = text.replace(/\{\w+\}/g, '').split(/[\s\u00a0]+/)
  return parts.filter(part => /\p{Letter}/u.test(part)).length
}

function catalogueAt(language: string, commit: string | undefined): string {
  const path = `components/locales/${language}.yml`
  return commit === undefined
    ? readFileSync(join(root, path), 'utf8')
    : execFileSync('git', ['show', `${commit}:${path}`], { cwd: root, encoding: 'utf8' })
}

if (process.argv[1] === import.meta.filename) {
  const [commit] = process.argv.slice(2)
  const commits = commit === undefined ? [undefined] : [commit, undefined]
  const columns = languages.flatMap(language =>
    commits.map(at => ({ language, at, words: deskWords(catalogueAt(language, at)) })),
  )
  const sum = (words: Map<string, number>) => [...words.values()].reduce((total, each) => total + each, 0)
  console.log(
    `| task | ${columns.map(({ language, at }) => `${language}${at === undefined ? '' : ` at ${at}`}`).join(' | ')} |`,
  )
  console.log(`|---|${columns.map(() => '---').join('|')}|`)
  for (const task of Object.keys(tasks))
    console.log(`| ${task} | ${columns.map(({ words }) => words.get(task)).join(' | ')} |`)
  console.log(`| together | ${columns.map(({ words }) => sum(words)).join(' | ')} |`)
}
