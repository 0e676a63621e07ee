import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateChromeMessages, parseMessagesText } from '@wxt-dev/i18n/build'

/** English first: the others are compared with it. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** Message by key, in the shape the browser reads. */
export type Messages = Readonly<Record<string, { message: string }>>

/** The path of a language's source file. */
export function catalogueFile(language: Language): string {
  return join(import.meta.dirname, 'locales', `${language}.yml`)
}

/**
 * The messages of a source text, as the build writes them to `_locales`.
 *
 * @throws YAMLException where the text is no YAML or has a key twice
 */
export function messagesOf(yaml: string): Messages {
  return generateChromeMessages(parseMessagesText(yaml, 'YAML'))
}

export function readMessages(language: Language): Messages {
  return messagesOf(readFileSync(catalogueFile(language), 'utf8'))
}
