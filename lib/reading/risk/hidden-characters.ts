import { hasHiddenCharacters } from '@/lib/reading/messages/message'
import type { TypedDataValue } from '@/lib/reading/typed-data/typed-data'
import { type Risk, risk } from './risk'

/** Risk of invisible characters and of those that change the writing direction, in any text of a value. */
export function hiddenCharacters(value: TypedDataValue): Risk[] {
  return texts(value).some(hasHiddenCharacters) ? [risk('caution', 'hidden-characters')] : []
}

function texts(value: TypedDataValue): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'boolean' ? [] : Object.values(value).flatMap(texts)
}
