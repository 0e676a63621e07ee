import type { GeneratedI18nStructure } from '@/.wxt/i18n/structure'

declare module 'wxt/browser' {
  /** WXT types the keys of public/_locales only; ours are built from components/locales. */
  interface WxtI18n {
    getMessage(key: keyof GeneratedI18nStructure): string
  }
}
