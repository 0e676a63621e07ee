import QrCodeMark from 'lucide-react/icons/qr-code'
import { useState } from 'react'
import { useClient } from '@/components/client-context'
import { useNames } from '@/components/contacts/use-names'
import { Button, Buttons } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { QrCode } from '@/components/elements/QrCode'
import { shortAddress } from '@/components/format/address'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { AuthorizationView } from '@/lib/language/payments'
import { isOpen } from '@/lib/payments/shared/exposure'
import { writeSignedAuthorization } from '@/lib/payments/shared/signed-authorization'
import { writeSignedLink } from '@/lib/payments/shared/signed-link'

const kinds: readonly AuthorizationView['kind'][] = ['transfer-authorization', 'receive-authorization', 'permit']

/** True for what was signed at the desk for somebody who has not taken it yet. */
export function isForPayee({ kind, origin, state }: AuthorizationView): boolean {
  return origin === null && isOpen(state) && kinds.includes(kind)
}

/** What was signed at the desk reaches its payee as a link or as its code: nothing of it is on the chain yet. */
export function ForPayee({ row }: { row: AuthorizationView }) {
  const client = useClient()
  const nameOf = useNames()
  const [code, setCode] = useState<string | null>(null)
  const read = async () => {
    const { typedData, signature } = await client.call('authorization.read', { id: row.id })
    return writeSignedLink(typedData, signature) ?? writeSignedAuthorization(typedData, signature)
  }
  const copy = useAction(async () => navigator.clipboard.writeText(await read()))
  const show = useAction(async () => setCode(code === null ? await read() : null))
  const payee = row.kind === 'permit' ? null : (row.recipient ?? row.spender)
  const who = payee === null ? t('for_payee_seller') : (nameOf(payee) ?? shortAddress(payee))
  return (
    <section className="for-payee">
      <p>{t('for_payee', { who })}</p>
      <Buttons>
        <Button look="primary" testId="authorization-copy" action={copy}>
          {t('request_copy')}
        </Button>
        <Button icon={QrCodeMark} testId="authorization-code" action={show} aria-expanded={code !== null}>
          {t(code === null ? 'request_code_show' : 'request_code_hide')}
        </Button>
      </Buttons>
      {code !== null && <QrCode text={code} size={300} correction="low" label={t('request_code')} />}
      <FailureNotice failure={copy.failure ?? show.failure} />
    </section>
  )
}
