import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { type Address, encodeFunctionData, type Hash, type Hex, hexToBigInt } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import * as z from 'zod'
import { spendPermissionManagerAbi as abi } from '../preview-network/contracts/abi/spend-permissions.ts'
import { spendPermissionTypes } from '../preview-network/contracts/typed-data.ts'
import type { Cashbook } from './cashbook.ts'
import type { Chain, Sender } from './chain.ts'
import { paidTo, sendDollars } from './dollar-transfers.ts'
import { refusal, revertReason } from './refusal.ts'
import { addressSchema, amountSchema, bodyOf, recordOf, sendJson, signatureSchema } from './request-schema.ts'
import { domainType } from './typed-data.ts'

interface SpendPermission {
  account: Address
  spender: Address
  token: Address
  allowance: bigint
  period: number
  start: number
  end: number
  salt: bigint
  extraData: Hex
}

interface Subscription {
  id: string
  permission: SpendPermission
  state: 'awaiting-signature' | 'active' | 'ended'
  charges: { amount: bigint; hash: Hash }[]
  /** Why it ended, in the contract's words or the shop's. */
  reason?: string
}

const never = 2 ** 48 - 1

const subscriptionSchema = z.object({
  account: addressSchema,
  allowance: amountSchema,
  periodSeconds: z
    .int()
    .positive()
    .default(30 * 86_400),
  /** How many periods; without it the permission never ends. */
  periods: z.int().positive().optional(),
})
const chargeSchema = z.object({ amount: amountSchema })

export interface Subscriptions {
  app: Hono
  close(): void
}

/**
 * A bag every month: the customer signs a spend permission once, the shop charges by itself at the start of every
 * period. Only an account with code can give one (`SpendPermissionManager` must be among its owners).
 */
export function createSubscriptions(chain: Chain, merchant: Sender, cashbook: Cashbook): Subscriptions {
  const { client, contracts, chainId } = chain
  const subscriptions = new Map<string, Subscription>()
  const timers = new Map<string, NodeJS.Timeout>()
  const submit = (data: Hex) => merchant.send({ to: contracts.spendPermissionManager, data })
  const domain = {
    name: 'Spend Permission Manager',
    version: '1',
    chainId,
    verifyingContract: contracts.spendPermissionManager,
  }
  const typedData = (message: SpendPermission) => ({
    domain,
    types: { EIP712Domain: domainType, SpendPermission: spendPermissionTypes.SpendPermission },
    primaryType: 'SpendPermission' as const,
    message,
  })

  const charge = async (subscription: Subscription, amount: bigint) => {
    const args = [subscription.permission, amount] as const
    const receipt = await submit(encodeFunctionData({ abi, functionName: 'spend', args }))
    const paid = paidTo(receipt, chain, merchant.address)
    const hash = receipt.transactionHash
    subscription.charges.push({ amount: paid.amount, hash })
    cashbook.record(
      { source: 'subscription', payer: paid.payer, captured: paid.amount, hash },
      (to, parts, reference) => sendDollars(chain, merchant, to, parts, reference),
    )
  }
  const currentPeriod = ({ permission }: Subscription) =>
    client.readContract({
      address: contracts.spendPermissionManager,
      abi,
      functionName: 'getCurrentPeriod',
      args: [permission],
      blockTag: 'pending',
    })
  const end = (subscription: Subscription, reason: string) => {
    Object.assign(subscription, { state: 'ended', reason })
    clearTimeout(timers.get(subscription.id))
    timers.delete(subscription.id)
  }
  const chargeByItself = async (subscription: Subscription) => {
    try {
      await charge(subscription, subscription.permission.allowance)
      await schedule(subscription)
    } catch (error) {
      end(subscription, revertReason(error) ?? 'The network could not be reached.')
    }
  }
  /** The next charge, when the chain's clock says that a new period has begun. */
  const schedule = async (subscription: Subscription) => {
    const [period, now] = await Promise.all([currentPeriod(subscription), chain.now()])
    if (period.end >= subscription.permission.end) return
    const delay = Math.min((period.end - Number(now)) * 1000 + 1000, 2 ** 31 - 1)
    timers.set(
      subscription.id,
      setTimeout(() => void chargeByItself(subscription), delay),
    )
  }
  const shown = async (subscription: Subscription) => ({
    ...subscription,
    period: subscription.state === 'active' ? await currentPeriod(subscription) : null,
  })

  const app = new Hono()
  app.post('/api/subscriptions', async context => {
    const sentence = 'A subscription names an account and an allowance.'
    const { account, allowance, periodSeconds, periods } = await bodyOf(context, subscriptionSchema, sentence)
    const start = Number(await chain.now()) - 60
    const subscription: Subscription = {
      id: randomUUID(),
      permission: {
        account,
        spender: merchant.address,
        token: contracts.testDollar,
        allowance,
        period: periodSeconds,
        start,
        end: periods === undefined ? never : start + periods * periodSeconds,
        salt: hexToBigInt(generatePrivateKey()),
        extraData: '0x',
      },
      state: 'awaiting-signature',
      charges: [],
    }
    subscriptions.set(subscription.id, subscription)
    return sendJson(context, { ...(await shown(subscription)), typedData: typedData(subscription.permission) }, 201)
  })
  app.get('/api/subscriptions/:id', async context => sendJson(context, await shown(recordOf(context, subscriptions))))
  app.post('/api/subscriptions/:id/signature', async context => {
    const subscription = recordOf(context, subscriptions)
    const { signature } = await bodyOf(context, signatureSchema, 'A spend permission is a signature.')
    if (subscription.state !== 'awaiting-signature') throw refusal(409, 'This subscription is signed already.')
    const { permission } = subscription
    const code = await client.getCode({ address: permission.account, blockTag: 'pending' })
    if (code === undefined)
      throw refusal(409, 'This account has no code: it must become a smart account before it can subscribe.')
    await submit(encodeFunctionData({ abi, functionName: 'approveWithSignature', args: [permission, signature] }))
    await charge(subscription, permission.allowance)
    subscription.state = 'active'
    await schedule(subscription)
    return sendJson(context, await shown(subscription))
  })
  app.post('/api/subscriptions/:id/charge', async context => {
    const subscription = recordOf(context, subscriptions)
    const { amount } = await bodyOf(context, chargeSchema, 'A charge names an amount.')
    await charge(subscription, amount)
    return sendJson(context, await shown(subscription))
  })
  app.post('/api/subscriptions/:id/cancel', async context => {
    const subscription = recordOf(context, subscriptions)
    await submit(encodeFunctionData({ abi, functionName: 'revokeAsSpender', args: [subscription.permission] }))
    end(subscription, 'Cancelled by the shop.')
    return sendJson(context, await shown(subscription))
  })
  return {
    app,
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
