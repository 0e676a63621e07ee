import { browser } from 'wxt/browser'
import type { GeneratedI18nStructure } from '@/.wxt/i18n/structure'
import { preferenceOf } from './preferences'

/**
 * The texts that the browser does not give: those of a chosen language, and all of them where it fails. Where a page of
 * an extension is closed while it asks for its first text, Chromium 156 answers every later page in the same process
 * with empty texts: these read the catalogue's file themselves.
 */
let readTexts: Readonly<Record<string, { message: string }>> = {}

/** To be awaited before the first text is asked for. */
export async function loadTexts(): Promise<void> {
  readTexts = {}
  const chosen = preferenceOf('language')
  if (chosen === '' && browser.i18n.getMessage('language') !== '') return
  const preferred = chosen || browser.i18n.getUILanguage()
  for (const language of [preferred.replaceAll('-', '_'), preferred.split('-')[0], 'en']) {
    try {
      const file = await fetch(`/_locales/${language}/messages.json`)
      readTexts = await file.json()
      return
    } catch {
      // There is no catalogue in this language.
    }
  }
}

/** The unfilled text of a key; empty where there is none. */
export function textOf(key: keyof GeneratedI18nStructure): string {
  return readTexts[key]?.message ?? browser.i18n.getMessage(key)
}
