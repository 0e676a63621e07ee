import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import { readTypedData, type TypedData, type TypedDataStruct, type TypedDataValue } from '@/lib/decoding/typed-data'
import { Failure } from '@/lib/values/failure'
import type { PaymentPlan } from './plan'
import { sponsoringKey } from './ways'

/** A signed payment: the scheme's object, and the additions to the extensions of the terms. */
export interface SignedPayload {
  payload: Readonly<Record<string, unknown>>
  /** `null` where nothing is added. */
  extensions: Readonly<Record<string, { info: Readonly<Record<string, unknown>> }>> | null
}

/**
 * The payload of a signed plan, addresses with their checksums (x402 schemes exact, upto and batch-settlement on EVM).
 * @param signatures in the order of the plan's typed data
 * @throws Failure `payment-mismatch` {field: 'typedData'} where a signature or a part is missing
 */
export function signedPayload(
  plan: Pick<PaymentPlan, 'way' | 'typedData' | 'channel' | 'depositSalt'>,
  account: Address,
  signatures: readonly string[],
): SignedPayload {
  const signed = plan.typedData.map((json, index) => {
    const signature = signatures[index]
    if (signature === undefined) throw incomplete()
    const typedData = readTypedData(json)
    return { message: checksummed(typedData, typedData.primaryType, typedData.message), typedData, signature }
  })
  const [first, second] = signed
  if (first === undefined) throw incomplete()
  const { message, signature } = first
  switch (plan.way) {
    case 'eip3009':
      return { payload: { authorization: message, signature }, extensions: null }
    case 'permit2':
    case 'upto':
      return {
        payload: { signature, permit2Authorization: { from: getAddress(account), ...message } },
        extensions: second === undefined ? null : { [sponsoringKey]: { info: permitInfo(second) } },
      }
    case 'voucher':
      return {
        payload: { type: 'voucher', channelConfig: configIn(plan), voucher: { ...message, signature } },
        extensions: null,
      }
    case 'deposit': {
      if (second === undefined || plan.depositSalt === null) throw incomplete()
      const { validAfter, validBefore, value } = message
      const erc3009Authorization = { validAfter, validBefore, salt: plan.depositSalt, signature }
      return {
        payload: {
          type: 'deposit',
          channelConfig: configIn(plan),
          voucher: { ...second.message, signature: second.signature },
          deposit: { amount: value, authorization: { erc3009Authorization } },
        },
        extensions: null,
      }
    }
  }
}

interface Signed {
  message: TypedDataStruct
  typedData: TypedData
  signature: string
}

/** @see x402 extension eip2612GasSponsoring */
function permitInfo({ message, typedData, signature }: Signed) {
  const { owner, spender, value, nonce, deadline } = message
  const asset = typedData.domain.verifyingContract
  if (typeof asset !== 'string') throw incomplete()
  return { from: owner, asset: getAddress(asset), spender, amount: value, nonce, deadline, signature, version: '1' }
}

function configIn({ channel }: Pick<PaymentPlan, 'channel'>): Readonly<Record<string, unknown>> {
  if (channel === null) throw incomplete()
  const { payer, payerAuthorizer, receiver, receiverAuthorizer, token, withdrawDelay, salt } = channel.config
  return {
    payer: getAddress(payer),
    payerAuthorizer: getAddress(payerAuthorizer),
    receiver: getAddress(receiver),
    receiverAuthorizer: getAddress(receiverAuthorizer),
    token: getAddress(token),
    withdrawDelay,
    salt,
  }
}

/** The struct with the checksum of each address in it. */
function checksummed({ types }: Pick<TypedData, 'types'>, type: string, struct: TypedDataStruct): TypedDataStruct {
  const fields = new Map((types[type] ?? []).map(field => [field.name, field.type]))
  return Object.fromEntries(
    Object.entries(struct).map(([name, value]): [string, TypedDataValue] => {
      const fieldType = fields.get(name) ?? ''
      if (fieldType === 'address' && typeof value === 'string') return [name, getAddress(value)]
      return [name, isStruct(value) ? checksummed({ types }, fieldType, value) : value]
    }),
  )
}

function isStruct(value: TypedDataValue): value is TypedDataStruct {
  return typeof value === 'object' && !Array.isArray(value)
}

function incomplete(): Failure {
  return new Failure('payment-mismatch', { field: 'typedData' })
}
