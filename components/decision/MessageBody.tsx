import { Notice } from '@/components/elements/Notice'
import { VisibleText } from '@/components/elements/VisibleText'
import { t } from '@/components/i18n'
import { messageText } from '@/lib/reading/messages/message'
import { readSignIn } from '@/lib/reading/messages/siwe'
import type { Choosing } from './kinds/kind'
import { ReadToEnd } from './ReadToEnd'
import { SignInFacts } from './SignInFacts'

/** A message to sign (EIP-191): as text where it is valid UTF-8, otherwise as hex. */
export function MessageBody({ message, onChanging }: { message: `0x${string}` } & Pick<Choosing, 'onChanging'>) {
  const text = messageText(message)
  const signIn = text === null ? null : readSignIn(text)
  if (text !== null && signIn !== null) return <SignInFacts signIn={signIn} text={text} onChanging={onChanging} />
  return (
    <>
      <p className="quiet">{t('message_moves_nothing')}</p>
      <ReadToEnd onChanging={onChanging}>
        {text === null ? <span className="raw-text">{message}</span> : <VisibleText text={text} />}
      </ReadToEnd>
      {text === null && <Notice tone="caution">{t('message_not_text')}</Notice>}
    </>
  )
}
