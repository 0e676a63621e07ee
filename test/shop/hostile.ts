import { decodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import { type Context, Hono } from 'hono'
import { type Address, keccak256, stringToHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import * as z from 'zod'
import type { Chain } from './chain.ts'
import type { Facilitator } from './facilitator.ts'
import { withForgedVoucher } from './forged-voucher.ts'
import { ask, deliver, isForPerson } from './hostile-answers.ts'
import { type HostileScenario, hostileScenarios, scenarioNames } from './hostile-scenarios.ts'
import { createTerms, price } from './hostile-terms.ts'
import { page } from './layout.ts'
import { type Listening, listen } from './listen.ts'
import { createPageFiles } from './page-files.ts'
import { dollarDomain } from './prices.ts'
import { createSettlements } from './settlements.ts'

export interface HostileMerchant extends Listening {
  /** The token that only looks like the test dollar. */
  lookAlike: Address
  /** Where a scenario is played. */
  address(scenario: HostileScenario): string
  /** The payments that were sent to a scenario, as they stood in the header, in order. */
  paymentsTo(scenario: HostileScenario): readonly string[]
  /** What came to the place the payment is sent on to: the payment header, if it had one. */
  caught(): readonly (string | undefined)[]
  /** Resolves when everything that was to be settled after an answer has been. */
  idle(): Promise<void>
  /** Ends every wait before an answer, now and from now on. */
  hurry(): void
}

const hour = 3_600_000

/** A way to answer a request that carries a payment. */
type Answer = (context: Context, payment: PaymentPayload, terms: PaymentRequirements) => Promise<Response>

interface Behaviour {
  terms?: () => PaymentRequirements
  /** Instead of the usual 402. */
  unpaid?: (context: Context) => Response | Promise<Response>
  paid?: Answer
}

/**
 * A merchant of bad will or bad luck, on an origin of its own: each scenario is one address, `GET /<scenario>`, priced at
 * 0.01. Where its terms can be paid at all, it is paid through the real facilitator.
 */
export async function startHostileMerchant(
  chain: Chain,
  options: { payTo: Address; receiverAuthorizer: Address; facilitator: Facilitator; lookAlike: Address; port: number },
): Promise<HostileMerchant> {
  const { settle, isKnown, idle } = createSettlements(options.facilitator.url)
  const { exact, upto, channel } = createTerms(chain, options)
  const payments = new Map<string, string[]>()
  const caught: (string | undefined)[] = []
  const pauses = new Set<() => void>()
  let url = ''
  let isInHurry = false

  // ---- What is answered ---------------------------------------------------------------------------------------------------

  const settleAndDeliver: Answer = async (context, payment, terms) => {
    const settled = await settle(payment, terms)
    return settled.success ? deliver(context, settled) : ask(context, terms, settled.errorReason)
  }
  /** The deposit of a channel is settled for real; what the answer says of it is the scenario's affair. */
  const countAs =
    (parts: bigint): Answer =>
    async (context, payment, terms) => {
      const settled = payment.payload.type === 'deposit' ? await settle(payment, terms) : voucherTaken(terms)
      if (!settled.success) return ask(context, terms, settled.errorReason)
      const channelState = {
        ...channelStateSchema.parse(settled.extra?.channelState),
        chargedCumulativeAmount: String(parts),
      }
      return deliver(context, { ...settled, extra: { channelState, chargedAmount: String(parts) } })
    }
  const voucherTaken = (terms: PaymentRequirements): SettleResponse => ({
    success: true,
    transaction: '',
    network: terms.network,
  })
  const failsFirst =
    (status: 402 | 503): Answer =>
    async (context, payment, terms) => {
      if (isKnown(payment)) return settleAndDeliver(context, payment, terms)
      if (status === 402) {
        void settle(payment, terms).catch(() => undefined)
        return ask(context, terms, 'settlement timed out')
      }
      await settle(payment, terms)
      return context.json({ error: 'Try again later' }, status)
    }
  const withClock =
    (offset: number, answer: Answer): Answer =>
    async (context, payment, terms) => {
      context.header('date', new Date(Date.now() + offset).toUTCString())
      return answer(context, payment, terms)
    }
  const askWithClock = (offset: number) => (context: Context) => {
    context.header('date', new Date(Date.now() + offset).toUTCString())
    return ask(context, exact())
  }

  const behaviours: Record<HostileScenario, Behaviour> = {
    'wrong-domain-name': { terms: () => exact({ extra: { ...dollarDomain, name: 'USD Coin' } }) },
    'wrong-domain-version': { terms: () => exact({ extra: { ...dollarDomain, version: '2' } }) },
    'payee-changed': {
      terms: () => exact({ payTo: privateKeyToAddress(generatePrivateKey()) }),
      paid: async (context, _payment, terms) => ask(context, terms, 'No matching payment requirements'),
    },
    'look-alike-token': { terms: () => exact({ asset: options.lookAlike }) },
    'unknown-scheme': { terms: () => exact({ scheme: 'barter' }) },
    'unknown-network': { terms: () => exact({ network: 'eip155:84538453000' }) },
    'too-many-decimals': { terms: () => exact({ amount: '0.0000001' }) },
    'other-resource': { unpaid: context => ask(context, exact(), 'Payment required', 'https://bank.example/transfer') },
    malformed: {
      unpaid: context =>
        context.body('{', 402, { 'payment-required': '%7Bnot base64', 'content-type': 'application/json' }),
    },
    'other-protocol': {
      unpaid: context =>
        context.text('Payment required', 402, {
          'www-authenticate': 'Payment id="1", realm="hostile", method="card", intent="charge", request="e30"',
        }),
    },
    loop: {
      paid: async (context, payment, terms) => {
        await settle(payment, terms)
        return ask(context, terms)
      },
    },
    'price-rises': {
      paid: async (context, { accepted }) =>
        ask(context, exact({ amount: String(BigInt(accepted.amount) * 2n) }), 'The price has changed'),
    },
    'no-proof': {
      paid: async (context, payment, terms) => {
        const settled = await settle(payment, terms)
        return settled.success ? deliver(context) : ask(context, terms, settled.errorReason)
      },
    },
    unsettled: { paid: async context => deliver(context) },
    'false-proof': {
      paid: async (context, payment, { network }) => {
        const transaction = keccak256(stringToHex(JSON.stringify(payment)))
        return deliver(context, { success: true, transaction, network })
      },
    },
    'settle-timeout': { paid: failsFirst(402) },
    'error-after-settlement': {
      paid: async (context, payment, terms) => {
        await settle(payment, terms)
        return context.json({ error: 'Something broke' }, 500)
      },
    },
    'error-then-delivered': { paid: failsFirst(503) },
    'deposit-of-a-thousand': { terms: () => channel({ minDeposit: String(price * 1000n) }), paid: countAs(price) },
    'withdraw-delay-30-days': { terms: () => channel({ withdrawDelay: 30 * 86_400 }), paid: countAs(price) },
    'charge-above-price': { terms: channel, paid: countAs(price * 5n) },
    'charge-above-maximum': {
      terms: upto,
      paid: async (context, payment, terms) => {
        const settled = await settle(payment, terms)
        const amount = String(price * 5n)
        return settled.success ? deliver(context, { ...settled, amount }) : ask(context, terms, settled.errorReason)
      },
    },
    'voucher-taken-when-asked': {
      terms: channel,
      paid: (context, payment, terms) =>
        payment.payload.type !== 'deposit' && isForPerson(context)
          ? Promise.resolve(ask(context, terms, mismatch))
          : countAs(price * BigInt(context.req.query('prices') ?? 1))(context, payment, terms),
    },
    'forged-voucher-state': {
      terms: channel,
      paid: async (context, payment, terms) =>
        ask(context, await withForgedVoucher(chain, payment, terms, price * 9n), mismatch),
    },
    'two-seconds': { terms: () => exact({ maxTimeoutSeconds: 2 }) },
    'never-ends': { terms: () => exact({ maxTimeoutSeconds: 100 * 365 * 86_400 }) },
    redirect: { paid: async context => context.redirect(`${url.replace('127.0.0.1', 'localhost')}/caught`, 307) },
    slow: {
      paid: async (context, payment, terms) => {
        await settle(payment, terms)
        if (!isInHurry) await pause(Number(context.req.query('ms') ?? 30_000))
        return settleAndDeliver(context, payment, terms)
      },
    },
    'clock-ahead': {
      unpaid: askWithClock(hour),
      paid: withClock(hour, async (context, _payment, terms) =>
        ask(context, terms, 'invalid_exact_evm_payload_authorization_valid_before'),
      ),
    },
    'clock-behind': { unpaid: askWithClock(-hour), paid: withClock(-hour, settleAndDeliver) },
  }

  const pause = (ms: number) =>
    new Promise<void>(resolve => {
      const finish = () => {
        clearTimeout(timer)
        pauses.delete(finish)
        resolve()
      }
      const timer = setTimeout(finish, ms)
      pauses.add(finish)
    })

  const hurry = () => {
    isInHurry = true
    for (const finish of pauses) finish()
  }

  // ---- Addresses ----------------------------------------------------------------------------------------------------------

  const app = new Hono()
  app.onError((error, context) => context.json({ error: error.message }, 500))
  app.get('/', context => context.html(scenariosPage()))
  app.route('/', createPageFiles())
  app.get('/caught', context => {
    caught.push(context.req.header('payment-signature'))
    return context.json({ caught: true })
  })
  for (const scenario of scenarioNames) {
    const { terms = exact, unpaid, paid = settleAndDeliver } = behaviours[scenario]
    app.get(`/${scenario}`, async context => {
      const header = context.req.header('payment-signature')
      if (header === undefined) return unpaid?.(context) ?? ask(context, terms())
      payments.set(scenario, [...(payments.get(scenario) ?? []), header])
      const payment = decoded(header)
      return payment === undefined
        ? context.json({ error: 'unreadable payment' }, 400)
        : paid(context, payment, terms())
    })
  }
  const listening = await listen(app, options.port)
  url = listening.url
  return {
    ...listening,
    lookAlike: options.lookAlike,
    address: scenario => `${url}/${scenario}`,
    paymentsTo: scenario => payments.get(scenario) ?? [],
    caught: () => caught,
    idle,
    hurry,
    async close() {
      hurry()
      await listening.close()
    },
  }
}

const mismatch = 'invalid_batch_settlement_evm_cumulative_amount_mismatch'

const channelStateSchema = z.record(z.string(), z.unknown()).default({})

function decoded(header: string): PaymentPayload | undefined {
  try {
    return decodePaymentSignatureHeader(header)
  } catch {
    return undefined
  }
}

function scenariosPage(): string {
  const rows = scenarioNames.map(
    name => `<li><a href="/${name}">${name}</a> <span class="soft">${hostileScenarios[name]}</span></li>`,
  )
  const main = `<section class="intro">
        <p class="eyebrow">A merchant of bad will, or bad luck</p>
        <h1>What can go wrong with a payment.</h1>
        <p class="lede">Every link costs 0.01 test dollars, or says so.</p>
      </section>
      <ul class="panel list">${rows.join('')}</ul>`
  return page({ title: 'The hostile merchant', main, isShops: false })
}
