import type { PaymentRequirements } from '@x402/core/types'
import { declareEip2612GasSponsoringExtension } from '@x402/extensions'
import type { Context } from 'hono'
import { type Address, keccak256, stringToHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { Chain } from './chain.ts'
import { withForgedVoucher } from './forged-voucher.ts'
import { ask, deliver } from './hostile-answers.ts'
import { type Answer, createPaidAnswers } from './hostile-payments.ts'
import type { HostileScenario } from './hostile-scenarios.ts'
import { price, type Terms } from './hostile-terms.ts'
import type { Pauses } from './pauses.ts'
import { dollarDomain } from './prices.ts'
import type { Settlements } from './settlements.ts'

/** What one address of the hostile merchant does; a field that is left out is honest. */
export interface Behaviour {
  terms?: () => PaymentRequirements
  /** The answer to a request without a payment, instead of a 402 with the terms. */
  unpaid?: (context: Context) => Response | Promise<Response>
  /** The answer to a request with a payment. */
  paid?: Answer
}

export interface BehaviourParts {
  chain: Chain
  terms: Terms
  settlements: Settlements
  pauses: Pauses
  /** The token that imitates the test dollar. */
  lookAlike: Address
  /** Returns the address of another origin that collects payments. */
  elsewhere(): string
}

const hour = 3_600_000
const mismatch = 'invalid_batch_settlement_evm_cumulative_amount_mismatch'

/** Returns what each scenario does. */
export function createBehaviours(parts: BehaviourParts): Record<HostileScenario, Behaviour> {
  return {
    ...falseTerms(parts),
    ...oddAnswers(parts),
    ...brokenSettlements(parts),
    ...falseCharges(parts),
    ...wrongClocks(parts),
  }
}

function falseTerms({ terms: { exact }, lookAlike }: BehaviourParts) {
  return {
    'wrong-domain-name': { terms: () => exact({ extra: { ...dollarDomain, name: 'USD Coin' } }) },
    'wrong-domain-version': { terms: () => exact({ extra: { ...dollarDomain, version: '2' } }) },
    'payee-changed': {
      terms: () => exact({ payTo: privateKeyToAddress(generatePrivateKey()) }),
      paid: async (context, _payment, terms) => ask(context, terms, 'No matching payment requirements'),
    },
    'look-alike-token': { terms: () => exact({ asset: lookAlike }) },
    'unknown-scheme': { terms: () => exact({ scheme: 'barter' }) },
    'unknown-network': { terms: () => exact({ network: 'eip155:84538453000' }) },
    'too-many-decimals': { terms: () => exact({ amount: '0.0000001' }) },
    'two-seconds': { terms: () => exact({ maxTimeoutSeconds: 2 }) },
    'never-ends': { terms: () => exact({ maxTimeoutSeconds: 100 * 365 * 86_400 }) },
  } satisfies Partial<Record<HostileScenario, Behaviour>>
}

function oddAnswers({ terms: { exact }, elsewhere }: BehaviourParts) {
  const sponsored = declareEip2612GasSponsoringExtension()
  const withoutDomain = () => exact({ extra: { assetTransferMethod: 'permit2' } })
  return {
    'other-resource': { unpaid: context => ask(context, exact(), 'Payment required', 'https://bank.example/transfer') },
    'behind-a-proxy': {
      unpaid: context => ask(context, exact(), 'Payment required', `https://${hostnameOf(context)}/behind-a-proxy`),
    },
    'sponsored-without-domain': {
      terms: withoutDomain,
      unpaid: context => ask(context, withoutDomain(), 'Payment required', undefined, sponsored),
    },
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
    'price-rises': {
      paid: async (context, { accepted }) =>
        ask(context, exact({ amount: String(BigInt(accepted.amount) * 2n) }), 'The price has changed'),
    },
    'members-only': {
      unpaid: context =>
        context.req.header('cookie')?.includes('member=1') === true
          ? ask(context, exact())
          : context.text('Log in first', 401),
    },
    'sign-in-never-taken': { unpaid: context => ask(context, exact(), 'Payment required', undefined, signIn(context)) },
    redirect: { paid: async context => context.redirect(elsewhere(), 307) },
  } satisfies Partial<Record<HostileScenario, Behaviour>>
}

function hostnameOf(context: Context): string {
  return new URL(context.req.url).hostname
}

/** An honest challenge of sign-in-with-x. */
function signIn(context: Context) {
  const { host } = new URL(context.req.url)
  const issuedAt = new Date().toISOString()
  const info = {
    domain: host,
    uri: context.req.url,
    version: '1',
    nonce: crypto.randomUUID().replaceAll('-', ''),
    issuedAt,
  }
  return { 'sign-in-with-x': { info, supportedChains: [{ chainId: 'eip155:84538453', type: 'eip191' }], schema: {} } }
}

/** The terms that the address of a request names. */
function asAsked({ exact }: Terms, context: Context): PaymentRequirements {
  const { payee, amount = String(price) } = context.req.query()
  return exact(payee === undefined ? { amount } : { amount, payTo: payee })
}

function brokenSettlements({ settlements, pauses, terms }: BehaviourParts) {
  const { settle } = settlements
  const { settleAndDeliver, failsFirst, late } = createPaidAnswers(settlements)
  return {
    'taken-late': {
      paid: late('The settlement is busy', async (context, payment, terms) =>
        // What was settled is not answered again.
        settlements.isKnown(payment)
          ? ask(context, terms, 'invalid_exact_evm_nonce_already_used')
          : settleAndDeliver(context, payment, terms),
      ),
    },
    held: {
      paid: async (context, payment, terms) => {
        await pauses.wait(300_000)
        return settleAndDeliver(context, payment, terms)
      },
    },
    loop: {
      paid: async (context, payment, terms) => {
        await settle(payment, terms)
        return ask(context, terms)
      },
    },
    'payee-as-asked': {
      unpaid: context => ask(context, asAsked(terms, context)),
      paid: (context, payment) => settleAndDeliver(context, payment, asAsked(terms, context)),
    },
    'redirect-when-paid': {
      paid: async (context, payment, terms) => {
        await settle(payment, terms)
        return context.redirect('/', 303)
      },
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
    slow: {
      paid: async (context, payment, terms) => {
        await settle(payment, terms)
        await pauses.wait(Number(context.req.query('ms') ?? 30_000))
        return settleAndDeliver(context, payment, terms)
      },
    },
  } satisfies Partial<Record<HostileScenario, Behaviour>>
}

function falseCharges({ chain, settlements, terms: { upto, channel } }: BehaviourParts) {
  const { countAs, late } = createPaidAnswers(settlements)
  const counted: Answer = (context, payment, terms) =>
    countAs(price * BigInt(context.req.query('prices') ?? 1))(context, payment, terms)
  const lateVoucher = late(mismatch, counted)
  return {
    'deposit-of-a-thousand': { terms: () => channel({ minDeposit: String(price * 1000n) }), paid: countAs(price) },
    'withdraw-delay-30-days': { terms: () => channel({ withdrawDelay: 30 * 86_400 }), paid: countAs(price) },
    'charge-above-price': { terms: channel, paid: countAs(price * 5n) },
    'charge-above-maximum': {
      terms: upto,
      paid: async (context, payment, terms) => {
        const settled = await settlements.settle(payment, terms)
        const amount = String(price * 5n)
        return settled.success ? deliver(context, { ...settled, amount }) : ask(context, terms, settled.errorReason)
      },
    },
    'voucher-taken-late': {
      terms: channel,
      paid: (context, payment, terms) =>
        payment.payload.type === 'deposit' ? counted(context, payment, terms) : lateVoucher(context, payment, terms),
    },
    'forged-voucher-state': {
      terms: channel,
      paid: async (context, payment, terms) =>
        ask(context, await withForgedVoucher(chain, payment, terms, price * 9n), mismatch),
    },
  } satisfies Partial<Record<HostileScenario, Behaviour>>
}

function wrongClocks({ settlements, terms: { exact } }: BehaviourParts) {
  const { settleAndDeliver } = createPaidAnswers(settlements)
  const setClock = (context: Context, offset: number) =>
    context.header('date', new Date(Date.now() + offset).toUTCString())
  const unpaid = (offset: number) => (context: Context) => {
    setClock(context, offset)
    return ask(context, exact())
  }
  return {
    'clock-ahead': {
      unpaid: unpaid(hour),
      paid: async (context, _payment, terms) => {
        setClock(context, hour)
        return ask(context, terms, 'invalid_exact_evm_payload_authorization_valid_before')
      },
    },
    'clock-behind': {
      unpaid: unpaid(-hour),
      paid: (context, payment, terms) => {
        setClock(context, -hour)
        return settleAndDeliver(context, payment, terms)
      },
    },
  } satisfies Partial<Record<HostileScenario, Behaviour>>
}
