import { t } from '@/components/i18n'
import { Sentence } from '@/components/Sentence'
import { cleanForeignText } from '@/lib/base/foreign-text'
import { messageText } from '@/lib/reading/messages/message'
import { readSignIn } from '@/lib/reading/messages/siwe'
import { MessageBody } from '../MessageBody'
import { RawData } from '../RawData'
import type { ShownKind } from './kind'

export const message: ShownKind<'message'> = {
  title: () => 'decision_message',
  approve: () => 'approve_message',
  Statement({ request: { message } }) {
    const text = messageText(message)
    const signIn = text === null ? null : readSignIn(text)
    if (signIn === null) return t('does_message')
    return <Sentence of="does_sign_in" values={{ site: <strong>{cleanForeignText(signIn.domain, 100)}</strong> }} />
  },
  Body: ({ request, onChanging }) => <MessageBody message={request.message} onChanging={onChanging} />,
  Beneath: ({ request }) => <RawData parts={[[t('raw_bytes'), request.message]]} />,
  contracts: () => [],
}
