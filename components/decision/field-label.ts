import { lookUp } from '@/components/i18n'

/** The key under which the catalogue has a descriptor's label: `field_valid_until` for «Valid until». */
export function fieldLabelKey(label: string): string {
  return `field_${label
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/^_|_$/g, '')}`
}

/** A descriptor's label in the page's language; its own words where the catalogue has none. */
export function fieldLabel(label: string): string {
  return lookUp(fieldLabelKey(label)) ?? label
}
