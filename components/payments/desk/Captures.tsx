import { useState } from 'react'
import { type MessageKey, t, useClient, useSlice } from '@/components/app'
import { EmptyState, Form, List } from '@/components/elements'
import { TextField } from '@/components/elements/later'
import { type DeskPageProps, DeskWait } from '@/components/payments/desk-page'
import { linkOriginOf } from '@/components/payments/followed-link'
import { CodeField } from '@/components/payments/pay/CodeField'
import { readPermitNonce, readTokenDomain } from '@/components/payments/pay/read-token'
import { useCautiousNow } from '@/components/payments/use-cautious-now'
import { keccak256, textToHex, toQuantity } from '@/lib/base/hex'
import {
  readSignedAuthorization,
  type SignedAuthorization,
  type SignedAuthorizationFault,
} from '@/lib/payments/shared/signed-authorization'
import { readSignedLink, typedDataOf } from '@/lib/payments/shared/signed-link'
import { Capture } from './Capture'
import { type CallContract, useCallContract } from './use-chain-read'
import './desk.css'

const faults = {
  unreadable: 'capture_unreadable',
  'other-kind': 'capture_other_kind',
  'other-chain': 'capture_other_chain',
  'not-for-you': 'capture_not_for_you',
  signature: 'capture_signature',
  expired: 'capture_expired',
  nothing: 'capture_nothing',
} as const satisfies Record<SignedAuthorizationFault, MessageKey>

/** Payment authorizations signed by others, stored until they are captured. */
export function Captures({ followed }: DeskPageProps) {
  const desk = useSlice('desk')
  const isCountingDown = desk !== undefined && desk.captures.length > 0
  const { nowSeconds } = useCautiousNow(isCountingDown)
  if (desk === undefined) return <DeskWait />
  return (
    <section className="desk-section" aria-label={t('captures')}>
      <p className="quiet">{t('captures_lead')}</p>
      <NewCapture nowSeconds={nowSeconds} followed={followed} />
      {desk.captures.length === 0 ? (
        <EmptyState card>{t('captures_empty')}</EmptyState>
      ) : (
        <List testId="captures">
          {desk.captures.map(capture => (
            <Capture key={capture.id} capture={capture} nowSeconds={nowSeconds} />
          ))}
        </List>
      )}
    </section>
  )
}

function NewCapture({ nowSeconds, followed }: Pick<DeskPageProps, 'followed'> & { nowSeconds: number }) {
  const client = useClient()
  const selection = useSlice('selection')
  const call = useCallContract(selection?.networkId)
  const [text, setText] = useState(followed?.text ?? '')
  const [label, setLabel] = useState('')
  const [fault, setFault] = useState<SignedAuthorizationFault | null>(null)
  async function add(): Promise<void> {
    if (selection == null) return
    const { chainId, address } = selection
    const result = await readHanded(text.trim(), { chainId, account: address, now: BigInt(nowSeconds) }, call)
    if (!result.ok) {
      setFault(result.fault)
      return
    }
    const { amount, validAfter, validBefore, ...signed } = result.signed
    await client.call('capture.add', {
      ...signed,
      amount: toQuantity(amount),
      validAfter: validAfter === null ? null : toQuantity(validAfter),
      validBefore: toQuantity(validBefore),
      // The checkout contract captures an order once.
      orderId: signed.kind === 'permit' ? keccak256(textToHex(label.trim() || signed.signature)) : null,
      label: label.trim(),
      linkOrigin: linkOriginOf(text, followed),
    })
    setText('')
    setLabel('')
  }
  return (
    <Form card button={t('capture_add')} testId="capture-add" isReady={text.trim() !== ''} submit={add}>
      <CodeField
        label={t('capture_text')}
        followed={followed}
        error={fault === null ? undefined : t(faults[fault])}
        testId="capture-text"
        maxLength={100_000}
        placeholder="ethereum:0x…"
        value={text}
        onText={given => {
          setText(given)
          setFault(null)
        }}
      />
      <TextField label={t('capture_label')} testId="capture-label" maxLength={100} value={label} onChange={setLabel} />
    </Form>
  )
}

/**
 * What a payer handed over, as a link or as JSON text. A link leaves out the token's name and the permit's number: they
 * are read from the token, and the signature decides.
 *
 * @param here the selected account and chain; `now` in Unix seconds
 */
async function readHanded(
  text: string,
  here: { chainId: number; account: `0x${string}`; now: bigint },
  call: CallContract,
): Promise<{ ok: true; signed: SignedAuthorization } | { ok: false; fault: SignedAuthorizationFault }> {
  const link = readSignedLink(text)
  if (link === null) return readSignedAuthorization(text, here)
  if (link.chainId !== null && link.chainId !== here.chainId) return { ok: false, fault: 'other-chain' }
  const [domain, nonce] = await Promise.all([
    readTokenDomain(call, here.chainId, link.token),
    link.kind === 'permit' ? readPermitNonce(call, link.token, link.owner) : 0n,
  ])
  if (domain === null || nonce === null) return { ok: false, fault: 'other-kind' }
  const typedData = typedDataOf(link, domain, nonce)
  return readSignedAuthorization(JSON.stringify({ typedData: JSON.parse(typedData), signature: link.signature }), here)
}
