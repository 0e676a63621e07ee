import { decodePaymentSignatureHeader } from '@x402/core/http'
import type { PaymentPayload } from '@x402/core/types'
import { Hono } from 'hono'
import type { Address } from 'viem'
import type { Chain } from './chain.ts'
import type { Facilitator } from './facilitator.ts'
import { ask } from './hostile-answers.ts'
import { createBehaviours } from './hostile-behaviours.ts'
import { createPaidAnswers } from './hostile-payments.ts'
import { type HostileScenario, hostileScenarios, scenarioNames } from './hostile-scenarios.ts'
import { createTerms } from './hostile-terms.ts'
import { page } from './layout.ts'
import { type Listening, listen } from './listen.ts'
import { createPageFiles } from './page-files.ts'
import { createPauses } from './pauses.ts'
import { createSettlements } from './settlements.ts'

export interface HostileMerchant extends Listening {
  /** The token that imitates the test dollar. */
  lookAlike: Address
  /** Returns the address of a scenario. */
  address(scenario: HostileScenario): string
  /** Returns the payment headers that a scenario received, in order. */
  paymentsTo(scenario: HostileScenario): readonly string[]
  /**
   * Returns the payment headers that followed the redirect of `redirect` to the other origin; undefined for a request
   * without.
   */
  caught(): readonly (string | undefined)[]
  /** Returns the sign-ins that came to any scenario, in order. */
  signIns(): readonly string[]
  /** Resolves when no payment is being settled any more. */
  idle(): Promise<void>
  /** Ends every wait before an answer, now and from now on. */
  hurry(): void
  /** Its waits are waited again. */
  linger(): void
}

/**
 * Starts a merchant that cheats or fails, on an origin of its own: one address for each scenario, `GET /<scenario>`,
 * priced at 0.01 dollars. Payments that can be settled are settled by the real facilitator.
 * @param options.port TCP port; a free one where it is taken
 */
export async function startHostileMerchant(
  chain: Chain,
  options: { payTo: Address; receiverAuthorizer: Address; facilitator: Facilitator; lookAlike: Address; port: number },
): Promise<HostileMerchant> {
  const { lookAlike, facilitator, port } = options
  const settlements = createSettlements(facilitator.url)
  const terms = createTerms(chain, options)
  const pauses = createPauses()
  const payments = new Map<string, string[]>()
  const caught: (string | undefined)[] = []
  const signIns: string[] = []
  let url = ''
  // Another name of this machine is another origin.
  const elsewhere = () => `${url.replace('127.0.0.1', 'localhost')}/caught`
  const behaviours = createBehaviours({ chain, terms, settlements, pauses, lookAlike, elsewhere })
  const honest = { terms: terms.exact, paid: createPaidAnswers(settlements).settleAndDeliver }

  const app = new Hono()
  app.onError((error, context) => context.json({ error: error.message }, 500))
  app.get('/', context => context.html(scenariosPage()))
  app.route('/', createPageFiles())
  app.get('/caught', context => {
    caught.push(context.req.header('payment-signature'))
    return context.json({ caught: true })
  })
  for (const scenario of scenarioNames) {
    const { terms: termsNow, unpaid, paid } = { ...honest, ...behaviours[scenario] }
    app.get(`/${scenario}`, async context => {
      const header = context.req.header('payment-signature')
      const signIn = context.req.header('sign-in-with-x')
      if (signIn !== undefined) signIns.push(signIn)
      if (header === undefined) return unpaid?.(context) ?? ask(context, termsNow())
      payments.set(scenario, [...(payments.get(scenario) ?? []), header])
      const payment = decoded(header)
      return payment === undefined
        ? context.json({ error: 'unreadable payment' }, 400)
        : paid(context, payment, termsNow())
    })
  }
  const listening = await listen(app, port)
  url = listening.url
  return {
    ...listening,
    lookAlike,
    address: scenario => `${url}/${scenario}`,
    paymentsTo: scenario => payments.get(scenario) ?? [],
    caught: () => caught,
    signIns: () => signIns,
    idle: settlements.idle,
    hurry: pauses.end,
    linger: pauses.begin,
    async close() {
      pauses.end()
      await listening.close()
    },
  }
}

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
