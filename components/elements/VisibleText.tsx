import { visibleParts } from '@/components/format/visible-text'

/** Foreign text with its hidden characters made visible, each as a small named chip. */
export function VisibleText({ text }: { text: string }) {
  return (
    <span className="visible-text" dir="auto" translate="no">
      {visibleParts(text).map((part, index) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text
          <bdi key={index} className="hidden-character">
            {part.name}
          </bdi>
        ),
      )}
    </span>
  )
}
