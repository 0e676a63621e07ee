import german from '@/components/locales/de.yml'
import english from '@/components/locales/en.yml'
import { pseudo } from './pseudo.ts'

/** English, German, a longer English that shows what is cut off, and English written from right to left. */
export type Text = 'en' | 'de' | 'pseudo' | 'rtl'

const catalogues: Record<Text, Readonly<Record<string, { message: string }>>> = {
  en: english,
  de: german,
  pseudo: english,
  rtl: english,
}

/** Answers what `browser.i18n.getMessage` answers. */
export function messageIn(text: Text, key: string): string {
  if (key === '@@bidi_dir') return text === 'rtl' ? 'rtl' : 'ltr'
  const message = catalogues[text][key]?.message ?? ''
  return text === 'pseudo' && key !== 'language' ? pseudo(message) : message
}
