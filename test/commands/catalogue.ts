import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogueFile, languages, type Messages, messagesOf } from '../../components/catalogue.fixture.ts'
import { root } from './project.ts'

/** A plural form: Intl.PluralRules names six categories. */
const pluralForm = /_(zero|one|two|few|many|other)$/

/** What is wrong with the catalogue in the project's folder, one line a fault. */
export async function faultsOfCatalogue(): Promise<string[]> {
  const texts = await Promise.all(
    languages.map(async language => [language, await readFile(catalogueFile(language), 'utf8')] as const),
  )
  return faultsOfTexts(Object.fromEntries(texts), await productSource())
}

/**
 * The faults of a catalogue.
 *
 * @param texts YAML by language; the first language is the one the others are compared with
 * @param source all code of the extension that can name a key
 * @returns one line a fault, with the file it is in
 */
export function faultsOfTexts(texts: Readonly<Record<string, string>>, source: string): string[] {
  const faults: string[] = []
  const catalogues: [string, Messages][] = []
  for (const [language, text] of Object.entries(texts)) {
    faults.push(...faultsOfLayout(text).map(fault => `${language}.yml: ${fault}`))
    try {
      catalogues.push([language, messagesOf(text)])
    } catch (error) {
      faults.push(`${language}.yml: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const [reference, ...others] = catalogues
  if (reference === undefined) return faults
  for (const [language, messages] of catalogues)
    faults.push(...faultsOfMessages(messages).map(fault => `${language}.yml: ${fault}`))
  for (const [language, messages] of others)
    faults.push(...differences(reference[1], messages).map(fault => `${language}.yml: ${fault}`))
  faults.push(
    ...unusedKeys(Object.keys(reference[1]), source).map(key => `${reference[0]}.yml: ${key}: no code uses it`),
  )
  return faults
}

/** One line a string: a key that is nested or goes on in the next line cannot be searched for by its text. */
function faultsOfLayout(text: string): string[] {
  return text
    .split('\n')
    .map((line, index) => [line, index + 1] as const)
    .filter(([line]) => !/^$|^# \S|^\w+: \S/.test(line))
    .map(([line, number]) => `line ${number} is neither a heading nor one whole string: ${line}`)
}

function faultsOfMessages(messages: Messages): string[] {
  return Object.entries(messages).flatMap(([key, { message }]) => [
    ...(message === '' ? [`${key}: is empty`] : []),
    ...(message === message.trim() ? [] : [`${key}: begins or ends with a blank`]),
    ...(message.includes('$') ? [`${key}: the browser would read $ as a substitution`] : []),
  ])
}

/** A language may have more plural forms than the reference, never fewer. */
function differences(reference: Messages, messages: Messages): string[] {
  const faults: string[] = []
  for (const [key, { message }] of Object.entries(reference)) {
    const own = messages[key]?.message
    if (own === undefined) faults.push(`${key}: missing`)
    else if (placeholders(own) !== placeholders(message))
      faults.push(`${key}: has the placeholders ${placeholders(own)} instead of ${placeholders(message)}`)
  }
  const isExtraForm = (key: string) => Object.hasOwn(reference, key.replace(pluralForm, '_other'))
  for (const key of Object.keys(messages))
    if (!Object.hasOwn(reference, key) && !isExtraForm(key)) faults.push(`${key}: only here`)
  const shared = Object.keys(messages).filter(key => Object.hasOwn(reference, key))
  const expected = Object.keys(reference).filter(key => Object.hasOwn(messages, key))
  const moved = shared.find((key, index) => key !== expected[index])
  if (moved !== undefined) faults.push(`${moved}: stands at another place than in the reference`)
  return faults
}

function placeholders(message: string): string {
  const names = [...message.matchAll(/\{(\w+)\}/g)].map(match => match[0])
  return names.length === 0 ? 'none' : names.sort().join(' ')
}

/**
 * The keys that no code can ask for. Code names a key in quotes, or makes it: `risk_${code}` reaches every key of that
 * beginning whose rest stands in quotes somewhere, in the code's own spelling ('gas-low', «Gas low»).
 */
function unusedKeys(keys: readonly string[], source: string): string[] {
  const made = [...source.matchAll(/`(\w+_)\$\{(?:[^`{}]|\{[^`{}]*\})*\}(\w*)`/g)].map(
    ([, beginning = '', end = '']) => ({ beginning, end }),
  )
  const quoted = new Set([...source.matchAll(/['"`]([\w-]+(?: [\w-]+)*)['"`]/g)].map(([, words = '']) => codeOf(words)))
  const isNamed = (word: string) => quoted.has(codeOf(word)) || source.includes(`__MSG_${word}__`)
  const isMade = (word: string) =>
    made.some(
      ({ beginning, end }) =>
        word.startsWith(beginning) &&
        word.endsWith(end) &&
        word.length > beginning.length + end.length &&
        isNamed(word.slice(beginning.length, word.length - end.length)),
    )
  return keys.filter(key => ![key, key.replace(pluralForm, '')].some(word => isNamed(word) || isMade(word)))
}

function codeOf(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]+/g, '_')
}

async function productSource(): Promise<string> {
  const files = await Promise.all(['components', 'entrypoints', 'lib'].map(sourceFiles))
  const texts = await Promise.all(
    [...files.flat(), join(root, 'wxt.config.ts')].map(async file => await readFile(file, 'utf8')),
  )
  return texts.join('\n')
}

async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true })
  return entries
    .filter(entry => entry.isFile() && /\.(tsx?|json)$/.test(entry.name))
    .filter(entry => !/\.(test|fixture|d)\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
}
