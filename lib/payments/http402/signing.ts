import type { Address, Hex } from 'viem'
import { encodeCall } from '@/lib/base/abi'
import { Failure } from '@/lib/base/failure'
import { lowerCaseAddress } from '@/lib/base/hex'
import { createQueue } from '@/lib/base/queue'
import { RpcError } from '@/lib/base/rpc/errors'
import { dataReply } from '@/lib/base/rpc/schemas'
import type { Connection } from '@/lib/base/rpc/types'
import * as selectors from '@/lib/base/signatures/selectors'
import { hashOfTypedData } from '@/lib/keys/shared/canonical/typed-data'
import type { Signer } from '@/lib/keys/shared/signing'
import { readTypedData } from '@/lib/reading/typed-data/typed-data'
import type { PaymentRecord } from '@/lib/storage/payment-records'
import { isCoveredNow } from './automatic'
import { exceeded } from './caps'
import { keepVoucher } from './channel-rows'
import type { PaymentJournal } from './journal'
import { approvedLimit, limitKey, subjectOf } from './limits'
import { nowOf, type Offer, rateOffer, readBusyChannels } from './offers'
import { headerOf } from './payload'
import type { PaymentPlan } from './plan'
import { chargeOf, signedFor } from './signed-challenges'
import type { OfferParts, Sign } from './types'
import { readUsage } from './usage'

const leastRunwaySeconds = 6

/**
 * Makes the payload of a payment. The nonce is in the plan: a worker that dies anywhere in here leaves signatures that
 * are the same when they are made again, and one row of the ledger for each. Nothing leaves before the ledger and the
 * journal have it.
 */
export function createSigning(
  parts: OfferParts & { signer: Pick<Signer, 'signTypedData'> },
  rows: PaymentJournal,
): Sign {
  const { barrier, clock, ledger, signer } = parts
  // If two are signed at once, the second has to see how much of a limit the first uses.
  const oneAtATime = createQueue()

  /** By the later of the clocks of this device and of the network. @throws Failure `payment-expired` */
  function assertNotExpired(
    { networkId, validBefore }: PaymentPlan,
    offer: Pick<Offer, 'facts' | 'askedAt'> | null,
  ): void {
    const now = nowOf(offer ?? { facts: new Map(), askedAt: 0 }, networkId)
    if (BigInt(validBefore) <= BigInt(now + leastRunwaySeconds)) throw new Failure('payment-expired')
  }

  /** Also counts what was signed since the offer. @throws Failure `payment-above-cap` if the person was not told so */
  async function assertWithinCaps(
    row: PaymentRecord,
    account: Address,
    plan: PaymentPlan,
    offer: Offer | null,
  ): Promise<void> {
    const now = { database: parts.database, rows, now: clock.now() }
    if (row.automatic && !(await isCoveredNow(row, plan, lowerCaseAddress(account), now)))
      throw new Failure('payment-above-cap')
    const rated = offer?.rated.find(
      ({ option }) => option.index === plan.accepted && option.networkId === plan.networkId,
    )
    if (rated === undefined) throw new Failure('payment-mismatch', { field: 'accepted' })
    // Not by its obstacle: where the chain cannot be asked just now, that would be another one.
    if (exceeded(BigInt(plan.amount), rated.caps) !== null) throw new Failure('payment-above-cap')
  }

  /**
   * Two payments planned at once would deposit twice, or promise the same sum twice.
   * @throws Failure `payment-channel-busy`
   */
  async function assertChannelFree({ channel, networkId }: PaymentPlan): Promise<void> {
    if (channel === null) return
    if ((await readBusyChannels(rows)).has(channel.channelId)) throw new Failure('payment-channel-busy')
    const known = await parts.database.get('channels', `${networkId}:${channel.channelId}`)
    // Planned before an answer that was charged since.
    if (known !== undefined && known.charged.toString() !== channel.charged) throw new Failure('payment-channel-busy')
  }

  /**
   * A challenge is signed for once: not again for the same one, nor for another under its id. What the journal has
   * forgotten, the token knows; the nonce protects the money also where the chain cannot be asked.
   * @throws Failure `payment-challenge-signed`
   */
  async function assertChallengeNew(row: PaymentRecord, account: Address, plan: PaymentPlan): Promise<void> {
    const charge = chargeOf({ terms: row.terms, accepted: plan.accepted })
    if (charge === null) return
    if ((await signedFor(charge, rows, row.id)) !== null) throw new Failure('payment-challenge-signed')
    const usage = await readUsage(parts.networks.connection(plan.networkId), account, plan).catch((error: unknown) => {
      parts.faults.report('payments', error, plan.networkId)
      return null
    })
    if (usage?.isUsed === true) throw new Failure('payment-challenge-signed')
  }

  /**
   * Before a signature is written down or leaves: code on the account must accept it.
   * @throws Failure `payment-account-code`
   */
  async function assertAccepted(plan: PaymentPlan, account: Address, signatures: readonly Hex[]): Promise<void> {
    const signed = plan.typedData.flatMap((json, index) => {
      const typedData = readTypedData(json)
      const signature = signatures[index]
      // A voucher's signer is always recovered: its channel names the account as the one who signs.
      if (signature === undefined || typedData.primaryType === 'Voucher') return []
      return [{ digest: hashOfTypedData(typedData), signature }]
    })
    if (!(await isAcceptedByAccount(parts.networks.connection(plan.networkId), account, signed)))
      throw new Failure('payment-account-code')
  }

  const sign: Sign = async (row, { id, account, plan, isToldOfCaps }) => {
    assertNotExpired(plan, null)
    await assertChannelFree(plan)
    await assertChallengeNew(row, account, plan)
    const offer = await rateOffer(row, account, parts, rows)
    assertNotExpired(plan, offer)
    if (!isToldOfCaps) await assertWithinCaps(row, account, plan, offer)
    await barrier('payment-sign')
    const signatures: Hex[] = []
    for (const typedData of plan.typedData)
      signatures.push(await signer.signTypedData(id, account, readTypedData(typedData)))
    await assertAccepted(plan, account, signatures)
    await barrier('payment-record')
    const { networkId, chainId } = plan
    const subject = subjectOf(row, lowerCaseAddress(account), plan)
    const common = { networkId, chainId, account, origin: row.origin, paymentId: row.id, token: plan.token }
    for (const [index, typedData] of plan.typedData.entries()) {
      const signature = signatures[index]
      if (signature === undefined) throw new Failure('signature-refused')
      await ledger.record({ ...common, id: `${id}:${index}`, typedData, signature })
    }
    await barrier('payment-channel')
    await keepVoucher(parts, row, plan, { signatures, epoch: parts.networks.epoch(networkId) })
    await barrier('payment-journal')
    await rows.sign(
      row.id,
      current =>
        current.state !== 'offered'
          ? null
          : {
              state: 'signed',
              accepted: plan.accepted,
              way: plan.way,
              plan: JSON.stringify(plan),
              networkId,
              chainId,
              account: lowerCaseAddress(account),
              token: plan.token,
              payee: plan.payee,
              amount: BigInt(plan.amount),
              payload: headerOf(row, plan, account, signatures),
              validBefore: BigInt(plan.validBefore),
              signedAt: clock.now(),
            },
      {
        store: 'paymentLimits',
        key: limitKey(subject),
        step: () => approvedLimit(subject, plan.limit, clock.now()),
      },
    )
  }

  return (row, consent) => oneAtATime(() => sign(row, consent))
}

/**
 * Asks the account's own code whether it accepts the account's signatures. Sellers and tokens ask an account with code,
 * also a delegate's (EIP-7702), and no longer recover the signer.
 * @param signed digests with their signatures of 65 bytes
 * @returns `false` if the account has code that refuses one of them; `true` without code, and where the chain cannot be
 * asked
 * @see EIP-1271, isValidSignature
 */
async function isAcceptedByAccount(
  connection: Pick<Connection, 'request'>,
  account: Address,
  signed: readonly { digest: Hex; signature: Hex }[],
): Promise<boolean> {
  // Unknown is no refusal: the seller asks the chain itself.
  const code = await connection.request('eth_getCode', [account, 'pending'], dataReply).catch(() => null)
  if (code === null || code === '0x') return true
  const accepted = await Promise.all(
    signed.map(({ digest, signature }) => {
      const length = signature.length / 2 - 1
      const padded = signature.slice(2).padEnd(Math.ceil(length / 32) * 64, '0')
      const data = `${encodeCall(selectors.isValidSignature, [digest, 64n, BigInt(length)])}${padded}`
      return connection.request('eth_call', [{ to: account, data }, 'pending'], dataReply).then(
        answer => answer.slice(0, 10) === selectors.isValidSignature,
        (error: unknown) => !(error instanceof RpcError && error.kind === 'reverted'),
      )
    }),
  )
  return accepted.every(each => each)
}
