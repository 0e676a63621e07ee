import { lookUp } from '@/components/i18n'

/** The key under which the catalogue has a descriptor's label: `field_valid_until` for «Valid until». */
export function fieldLabelKey(label: string): string {
  return `field_${keyOf(label)}`
}

/** A descriptor's label in the page's language; its own words where the catalogue has none. */
export function fieldLabel(label: string): string {
  return lookUp(fieldLabelKey(label)) ?? label
}

/**
 * A descriptor's intent in the page's language (`intent_wrap` for «Wrap»); its own words where the catalogue has none.
 */
export function intentText(intent: string): string {
  return lookUp(`intent_${keyOf(intent)}`) ?? intent
}

function keyOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '')
}
