import { type VisiblePart, visibleParts } from '@/components/format/visible-text'
import { plural } from '@/components/i18n'

/** Foreign text with its hidden characters made visible, each as a small named chip, and long gaps counted. */
export function VisibleText({ text }: { text: string }) {
  return (
    <span className="visible-text" dir="auto" translate="no">
      {visibleParts(text).map((part, index) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text
          <bdi key={index} className={part.kind === 'lines' ? 'hidden-character hidden-lines' : 'hidden-character'}>
            {partWords(part)}
          </bdi>
        ),
      )}
    </span>
  )
}

function partWords(part: Exclude<VisiblePart, { kind: 'text' }>): string {
  if (part.kind === 'hidden') return part.name
  return plural(part.kind === 'lines' ? 'text_empty_lines' : 'text_blanks', part.count)
}
