import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { recordFaults } from '@/lib/base/faults.fixture'
import { createManualClock } from '@/lib/base/manual-clock.fixture'
import { firstNetworkOf } from '@/lib/base/network-id'
import { presets } from '@/lib/chain/networks/presets'
import { createDoor } from '@/lib/chain/rpc/door'
import { type LocalEndpoint, startLocalEndpoint } from '@/test/local-endpoint'
import { createPreviewNetwork, type PreviewNetwork } from '@/test/preview-network/index'
import { contractOf, newAccount } from '@/test/transactions/connect'
import { createFaucet, saidWaitMs } from './faucet'

const networkId = firstNetworkOf(84538453)
const address = '0x00000000000000000000000000000000000000aA'
const hash = `0x${'ab'.repeat(32)}`

const open: LocalEndpoint[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(endpoint => endpoint.close()))
})

/** A faucet on this machine that gives the answers in turn, the last one for ever. */
async function faucetThatSays(...answers: [status: number, body: string, headers?: Record<string, string>][]) {
  const endpoint = await startLocalEndpoint({
    http: (_, response, { url }) => {
      if (url?.endsWith('/status')) {
        response.end(JSON.stringify({ ip_cooldown_secs: 12 }))
        return
      }
      const [status, body, headers] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [500, '']
      response.writeHead(status, headers).end(body)
    },
  })
  open.push(endpoint)
  const clock = createManualClock()
  return { endpoint, clock, ...faucetAt(endpoint.url, clock) }
}

function faucetAt(url: string, clock = createManualClock()) {
  const entriesOf = (at: string) => presets({ rpcUrl: at, wsUrl: at, faucetUrl: at, explorerUrl: at })
  const faults = recordFaults()
  let entries = entriesOf(url)
  const faucet = createFaucet({
    door: createDoor({ isAllowed: () => true, clock: systemClock }),
    networks: { get: id => entries.find(entry => entry.id === id) },
    clock,
    faults,
  })
  return {
    faucet,
    faults,
    moveTo(next: string) {
      entries = entriesOf(next)
    },
  }
}

const given = (amount: string) => JSON.stringify({ tx_hash: hash, amount_wei: amount, to: address })

describe('a faucet that gives', () => {
  it('tells the transaction, the amount and when it gives again', async () => {
    const { faucet, clock, endpoint } = await faucetThatSays([200, given('100000000000000000')])
    await expect(faucet.drip(networkId, address)).resolves.toEqual({
      hash,
      amount: 10n ** 17n,
      readyAt: clock.now() + 12_000,
    })
    const asked = endpoint.requests.find(({ method }) => method === 'POST')
    expect(asked).toMatchObject({
      url: '/api/preview/faucet/drip',
      body: JSON.stringify({ address: address.toLowerCase() }),
    })
    expect(asked?.headers['content-type']).toBe('application/json')
  })

  it('may write the amount as a hex quantity', async () => {
    const { faucet } = await faucetThatSays([200, given('0x16345785d8a0000')])
    await expect(faucet.drip(networkId, address)).resolves.toMatchObject({ amount: 10n ** 17n })
  })

  it('is not asked again before its rest is over', async () => {
    const { faucet, clock, endpoint } = await faucetThatSays([200, given('1')])
    const { readyAt } = await faucet.drip(networkId, address)
    expect(faucet.readyAt(networkId)).toBe(readyAt)
    const requests = endpoint.requests.length
    await expect(faucet.drip(networkId, address)).rejects.toMatchObject({
      code: 'faucet-refused',
      details: { message: null, readyAt },
    })
    expect(endpoint.requests.length).toBe(requests)
    clock.advance(12_000)
    expect(faucet.readyAt(networkId)).toBeNull()
    await expect(faucet.drip(networkId, address)).resolves.toMatchObject({ hash })
  })

  it('does not rest for another one that its network has now', async () => {
    const { faucet, moveTo } = await faucetThatSays([200, given('1')])
    const next = await faucetThatSays([200, given('2')])
    await faucet.drip(networkId, address)
    moveTo(next.endpoint.url)
    expect(faucet.readyAt(networkId)).toBeNull()
    await expect(faucet.drip(networkId, address)).resolves.toMatchObject({ amount: 2n })
  })
})

describe('a faucet that refuses', () => {
  it.each([
    ['IP rate limited. Try again in 4s.', 4_000],
    ['ip cooldown active; retry in 7s', 7_000],
    ['address cooldown active; retry in 3600s', 3_600_000],
    ['slow down', 12_000],
  ])('is quoted, and its rest is kept: %s', async (words, ms) => {
    const { faucet, clock } = await faucetThatSays([429, JSON.stringify({ error: words })])
    await expect(faucet.drip(networkId, address)).rejects.toMatchObject({
      code: 'faucet-refused',
      details: { message: words, readyAt: clock.now() + ms },
    })
    expect(faucet.readyAt(networkId)).toBe(clock.now() + ms)
  })

  it('may say how long only in a header', async () => {
    const { faucet, clock } = await faucetThatSays([429, '', { 'retry-after': '30' }])
    await expect(faucet.drip(networkId, address)).rejects.toMatchObject({
      details: { message: 'HTTP 429', readyAt: clock.now() + 30_000 },
    })
  })

  it.each([
    [400, '{"error":"Invalid address"}', 'Invalid address'],
    [500, '{"error":"failed to submit drip: nonce too low"}', 'failed to submit drip: nonce too low'],
    [502, '<html>bad gateway</html>', 'HTTP 502'],
    [200, '<html>welcome</html>', 'HTTP 200'],
    [200, '{"tx_hash":"0x1","amount_wei":"1"}', 'HTTP 200'],
    [200, '{"tx_hash":"0x1"}', 'HTTP 200'],
    [200, `{"tx_hash":"${hash}","amount_wei":"-5"}`, 'HTTP 200'],
    [200, '', 'HTTP 200'],
  ])('for another reason can be asked again: %i %s', async (status, body, message) => {
    const { faucet } = await faucetThatSays([status, body])
    await expect(faucet.drip(networkId, address)).rejects.toMatchObject({
      code: 'faucet-refused',
      details: { message, readyAt: null },
    })
    expect(faucet.readyAt(networkId)).toBeNull()
  })

  it('that is down is unreachable; a network without a faucet has none', async () => {
    const { faucet, endpoint } = await faucetThatSays([200, ''])
    await endpoint.close()
    await expect(faucet.drip(networkId, address)).rejects.toMatchObject({ code: 'endpoint-unreachable' })
    await expect(faucet.drip(firstNetworkOf(8453), address)).rejects.toMatchObject({ code: 'network-unknown' })
  })

  it('whatever it says, never makes a wait of more than a day', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.nat().map(seconds => `try again in ${seconds}h`),
        ),
        words => {
          const ms = saidWaitMs(words)
          if (ms !== null) expect(ms).toBeLessThanOrEqual(86_400_000)
        },
      ),
    )
  })
})

describe('the faucet of the embedded network', () => {
  let network: PreviewNetwork
  beforeAll(async () => {
    network = await createPreviewNetwork()
  }, 60_000)
  afterAll(() => network?.stop())

  it('gives, then refuses in its own words', async () => {
    const clock = createManualClock()
    const { faucet } = faucetAt(network.faucetUrl, clock)
    await expect(faucet.drip(networkId, address)).resolves.toMatchObject({
      amount: 10n ** 17n,
      readyAt: clock.now() + 10_000,
    })
    clock.advance(10_000) // our clock says it has rested, its own does not
    await expect(faucet.drip(networkId, address)).rejects.toMatchObject({
      code: 'faucet-refused',
      details: { message: expect.stringMatching(/Try again in \d+s/) },
    })
    expect(faucet.readyAt(networkId)).toBeGreaterThan(clock.now())
  })

  it('gives its test dollars besides, with a cooldown of their own', async () => {
    const clock = createManualClock()
    const { faucet } = faucetAt(network.faucetUrl, clock)
    const dollar = contractOf(network, 'testDollar').toLowerCase()
    await expect(faucet.token(networkId)).resolves.toEqual({ address: dollar, amount: 1_000_000_000n })
    await expect(faucet.drip(networkId, newAccount().address, 'token')).resolves.toMatchObject({
      amount: 1_000_000_000n,
    })
    expect(faucet.readyAt(networkId, 'token')).toBe(clock.now() + 10_000)
    expect(faucet.readyAt(networkId)).toBeNull()
    await expect(faucet.drip(networkId, newAccount().address, 'token')).rejects.toMatchObject({
      code: 'faucet-refused',
      details: { message: null },
    })
  })
})

describe('a faucet’s test token', () => {
  async function faucetWithStatus(status: string, dripped = `{"tx_hash":"${hash}"}`) {
    const endpoint = await startLocalEndpoint({
      http: (_, response, { url }) => {
        response.end(url?.endsWith('/status') ? status : dripped)
      },
    })
    open.push(endpoint)
    return { endpoint, ...faucetAt(endpoint.url) }
  }

  it.each(['{"ip_cooldown_secs":10}', '{"ip_cooldown_secs":10,"usdv_address":"0x12"}', '<html>', '', '[]'])(
    'is not there where the faucet says nothing of one: %s',
    async status => {
      const { faucet, faults } = await faucetWithStatus(status)
      await expect(faucet.token(networkId)).resolves.toBeNull()
      // A status of another shape is reported; one without a token is an answer.
      const isStatus = status === '{"ip_cooldown_secs":10}'
      expect(faults.seen.map(({ where }) => where)).toEqual(isStatus ? [] : ['faucet'])
    },
  )

  it('is given in the amount of the status where the answer names none, or in an amount not known', async () => {
    const said = await faucetWithStatus(`{"ip_cooldown_secs":10,"usdv_address":"${address}","usdv_drip_units":"7"}`)
    await expect(said.faucet.drip(networkId, address, 'token')).resolves.toMatchObject({ hash, amount: 7n })
    const silent = await faucetWithStatus(`{"ip_cooldown_secs":10,"usdv_address":"${address}"}`)
    await expect(silent.faucet.drip(networkId, address, 'token')).resolves.toMatchObject({ hash, amount: null })
  })

  it('is asked for again where no answer came', async () => {
    let isSilent = true
    const endpoint = await startLocalEndpoint({
      http: (_, response) => {
        if (isSilent) response.destroy()
        else response.end(`{"ip_cooldown_secs":10,"usdv_address":"${address}"}`)
      },
    })
    open.push(endpoint)
    const { faucet } = faucetAt(endpoint.url)
    await expect(faucet.token(networkId)).rejects.toThrow()
    isSilent = false
    await expect(faucet.token(networkId)).resolves.toEqual({ address: address.toLowerCase(), amount: null })
  })

  it('is asked for once, however often a screen shows it', async () => {
    const { faucet, endpoint } = await faucetWithStatus(`{"ip_cooldown_secs":10,"usdv_address":"${address}"}`)
    await faucet.token(networkId)
    await faucet.token(networkId)
    expect(endpoint.requests).toHaveLength(1)
  })
})
