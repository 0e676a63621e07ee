import { Notice } from '@/components/elements/Notice'
import { VisibleText } from '@/components/elements/VisibleText'
import { readText, visibleParts } from '@/components/format/visible-text'
import { t } from '@/components/i18n'

/** A message to be signed (EIP-191): read strictly as UTF-8, otherwise shown as the bytes it is. */
export function MessageBody({ message }: { message: `0x${string}` }) {
  const text = readText(message)
  const hides = text !== null && visibleParts(text).some(part => part.kind === 'hidden')
  return (
    <>
      <p className="quiet">{t('message_moves_nothing')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="message" aria-label={t('message_label')} tabIndex={0}>
        {text === null ? <span className="raw-text">{message}</span> : <VisibleText text={text} />}
      </section>
      {text === null && <Notice tone="caution">{t('message_not_text')}</Notice>}
      {hides && <Notice tone="caution">{t('message_hides')}</Notice>}
    </>
  )
}
