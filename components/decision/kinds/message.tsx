import type { Hex } from 'viem'
import { t } from '@/components/i18n'
import { Sentence } from '@/components/Sentence'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { messageText } from '@/lib/reading/messages/message'
import { readSignIn } from '@/lib/reading/messages/siwe'
import { MessageBody } from '../MessageBody'
import { RawData } from '../RawData'
import type { ShownKind } from './kind'

export const message: ShownKind<'message'> = {
  Approve: ({ request: { message } }) => t(signInOf(message) === null ? 'approve_message' : 'approve_sign_in'),
  Statement({ request: { message } }) {
    const signIn = signInOf(message)
    if (signIn === null) return t('does_message')
    return <Sentence of="does_sign_in" values={{ site: <strong>{cleanForeignText(signIn.domain, 100)}</strong> }} />
  },
  Body: ({ request, onChanging }) => <MessageBody message={request.message} onChanging={onChanging} />,
  Beneath: ({ request }) => <RawData parts={[[t('raw_bytes'), request.message]]} />,
  contracts: () => [],
}

function signInOf(message: Hex) {
  const text = messageText(message)
  return text === null ? null : readSignIn(text)
}
