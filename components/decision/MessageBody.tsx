import { Notice } from '@/components/elements/Notice'
import { VisibleText } from '@/components/elements/VisibleText'
import { t } from '@/components/i18n'
import { messageText } from '@/lib/reading/messages/message'
import { readSignIn } from '@/lib/reading/messages/siwe'
import { SignInFacts } from './SignInFacts'

/** A message to sign (EIP-191): as text where it is valid UTF-8, otherwise as hex. */
export function MessageBody({ message }: { message: `0x${string}` }) {
  const text = messageText(message)
  const signIn = text === null ? null : readSignIn(text)
  if (text !== null && signIn !== null) return <SignInFacts signIn={signIn} text={text} />
  return (
    <>
      <p className="quiet">{t('message_moves_nothing')}</p>
      <Text>{text === null ? <span className="raw-text">{message}</span> : <VisibleText text={text} />}</Text>
      {text === null && <Notice tone="caution">{t('message_not_text')}</Notice>}
    </>
  )
}

function Text({ children }: { children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="message" aria-label={t('message_label')} tabIndex={0}>
      {children}
    </section>
  )
}
