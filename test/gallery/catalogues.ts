import german from '../../public/_locales/de/messages.json' with { type: 'json' }
import english from '../../public/_locales/en/messages.json' with { type: 'json' }
import { pseudo } from './pseudo.ts'

/** English, German, a longer English that shows what is cut off, and English written from right to left. */
export type Text = 'en' | 'de' | 'pseudo' | 'rtl'

const catalogues: Record<Text, Readonly<Record<string, { message: string }>>> = {
  en: english,
  de: german,
  pseudo: english,
  rtl: english,
}

/** As `browser.i18n.getMessage` answers. */
export function messageIn(text: Text, key: string): string {
  if (key === '@@bidi_dir') return text === 'rtl' ? 'rtl' : 'ltr'
  const message = catalogues[text][key]?.message ?? ''
  return text === 'pseudo' && key !== 'language' ? pseudo(message) : message
}
