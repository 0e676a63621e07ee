import { Hono } from 'hono'
import { Challenge, Credential, Errors } from 'mppx'
import type { charge } from 'mppx/evm/server'
import { evm, Mppx } from 'mppx/hono'
import { encodeFunctionData, type Hex } from 'viem'
import { testDollarAbi } from '../preview-network/contracts/abi/test-dollar.ts'
import type { PreviewNetwork } from '../preview-network/index.ts'
import { listen } from '../shop/listen.ts'
import { dollarOf, somebody } from './chain.ts'

type Settle = NonNullable<Parameters<typeof charge>[0]['settle']>
export type Authorization = Parameters<Settle>[0]['payload']

const secretKey = 'what only this merchant knows, and long enough'

/** Fields of a challenge that a test wants otherwise; `null` leaves one out. */
export type Changes = Partial<Record<'id' | 'realm' | 'expires' | 'digest' | 'method' | 'intent', string | null>> & {
  request?: Record<string, unknown>
  methodDetails?: Record<string, unknown>
}

/**
 * A merchant on the publisher's own server, which settles on the embedded network: articles and calls for a cent, and
 * addresses that answer with whatever header a test gives them.
 * @param facilitator address of one of x402, for what may be paid by either protocol
 */
export type MppxMerchant = Awaited<ReturnType<typeof startMppxMerchant>>

export async function startMppxMerchant(network: PreviewNetwork, facilitator: string) {
  const till = await somebody(network)
  const recipient = till.account.address
  const settled: Authorization[] = []

  const settle: Settle = async ({ payload }) => {
    const { from, to, value, validAfter, validBefore, nonce, signature } = payload
    const data = encodeFunctionData({
      abi: testDollarAbi,
      functionName: 'transferWithAuthorization',
      args: [
        from as Hex,
        to as Hex,
        BigInt(value),
        BigInt(validAfter),
        BigInt(validBefore),
        nonce as Hex,
        signature as Hex,
      ],
    })
    const { status, transactionHash } = await till.send(data)
    if (status !== 'success') throw new Errors.VerificationFailedError({ reason: 'the token did not take it' })
    settled.push(payload)
    return { reference: transactionHash }
  }

  const price = {
    chainId: network.chainId,
    currency: dollarOf(network),
    decimals: 6,
    recipient,
    authorization: { name: 'Test Dollar', version: '1' },
  }
  const mppx = Mppx.create({ secretKey, realm: 'The Late Roast', methods: [evm.charge({ ...price, settle })] })
  const either = Mppx.create({ secretKey, methods: [evm.charge({ ...price, x402: { facilitator } })] })

  const app = new Hono()
  const article = (title: string) => `<!doctype html><title>${title}</title><h1 data-testid="article">${title}</h1>`
  // The publisher's 402 has a body of Problem Details, for which Firefox shows a page of its own, where no extension
  // runs: people get a page.
  app.use(async (context, next) => {
    await next()
    const { status, headers } = context.res
    const isForPerson = context.req.header('accept')?.includes('text/html') === true
    if (status !== 402 || !isForPerson || context.req.query('bare') !== undefined) return
    context.res = new Response('<!doctype html><h1>Payment required</h1>', { status, headers })
    context.res.headers.set('content-type', 'text/html')
  })
  const cent = { amount: '0.01', description: 'An article about beans' }
  app.get('/', context => context.html('<!doctype html><title>The Late Roast</title>'))
  app.get('/articles/:name', mppx.charge(cent), context => context.html(article(context.req.param('name') ?? '')))
  app.get('/either', either.charge(cent), context => context.html(article('either')))
  app.post('/roast', mppx.charge({ amount: '0.02' }), async context =>
    context.json({ roasted: await context.req.json() }),
  )

  /** What each address says; a credential for it is settled once, and answered every time. */
  const said = new Map<string, string>()
  app.get('/said/:name', async context => {
    const header = said.get(context.req.param('name')) ?? ''
    if (context.req.header('authorization') === undefined)
      return context.text('Payment required', 402, { 'www-authenticate': header })
    const credential = Credential.fromRequest<Authorization>(context.req.raw)
    const isKnown = Challenge.deserializeList(header).some(({ id }) => id === credential.challenge.id)
    if (!isKnown)
      return context.json({ title: 'Invalid', detail: 'This challenge is not ours.' }, 402, {
        'www-authenticate': header,
      })
    const isNew = settled.every(({ nonce }) => nonce !== credential.payload.nonce)
    if (isNew) {
      const { challenge, payload } = credential
      await settle({ credential, payload, request: challenge.request as never, source: 'did:pkh:eip155:1:0x' })
    }
    return context.html(article(context.req.param('name')))
  })

  const listening = await listen(app, 0)
  return {
    url: listening.url,
    close: listening.close,
    recipient,
    /** What was settled, oldest first. */
    settled,
    /** The value of a header with a challenge for a cent. */
    challenge({ request, methodDetails, ...changes }: Changes = {}): string {
      const fields = {
        id: crypto.randomUUID(),
        realm: 'The Late Roast',
        method: 'evm',
        intent: 'charge',
        expires: new Date(Date.now() + 300_000).toISOString(),
        ...changes,
      }
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
      return Challenge.serialize({
        ...(given as { id: string; realm: string; method: string; intent: string }),
        request: {
          amount: '10000',
          currency: price.currency,
          recipient,
          methodDetails: { chainId: price.chainId, credentialTypes: ['authorization'], ...methodDetails },
          ...request,
        },
      })
    },
    /** Has an address answer with this header, and returns the address. */
    say(name: string, header: string): string {
      said.set(name, header)
      return `${listening.url}/said/${name}`
    },
  }
}
