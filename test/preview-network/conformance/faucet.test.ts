import type { Hash, Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealedReceipt } from './receipt.ts'
import { startNetwork, type Target } from './target.ts'

const address = '0x1111111111111111111111111111111111111111'

describe('Faucet drip', () => {
  let target: Target
  beforeAll(async () => {
    target = await startNetwork(['--faucet-cooldown-seconds', '10', '--control'])
  })
  afterAll(() => target.stop())

  const post = async (path: string, body: unknown, at = target) => {
    const response = await fetch(`${at.faucetUrl}/api/preview/faucet/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  const status = async () => {
    const response = await fetch(`${target.faucetUrl}/api/preview/faucet/status`)
    return (await response.json()) as Record<string, unknown>
  }

  test.each([
    ...[{}, [[]], null, 7, 'nobody', { address: null }, { address: 7 }, { address: ['0x'] }, { address: {} }],
    ...['0x', '0x1234', address.slice(2), `0X${address.slice(2)}`, `${address}0`, ` ${address}`, 'alice.eth'].map(
      given => ({ address: given }),
    ),
  ])('%j is no address to send to', async body => {
    const refused = { status: 400, body: { error: 'Invalid address' } }
    expect([await post('drip', body), await post('drip-usdv', body)]).toEqual([refused, refused])
  })

  test('an address with one letter of the wrong size is refused: its checksum does not fit', async () => {
    const body = { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('aA', 'AA') }
    const refused = { status: 400, body: { error: 'Invalid address: its checksum is wrong' } }
    expect([await post('drip', body), await post('drip-usdv', body)]).toEqual([refused, refused])
  })

  test('what is not JSON, or far too long, is refused in the same shape', async () => {
    expect(await post('drip', 'not json')).toEqual({ status: 400, body: { error: 'Invalid address' } })
    expect(await post('drip', '')).toEqual({ status: 400, body: { error: 'Invalid address' } })
    expect(await post('drip', { address, note: 'x'.repeat(65_536) })).toEqual({
      status: 413,
      body: { error: 'Body too large' },
    })
  })

  test('without money of its own it says so, and who got nothing need not wait', async () => {
    const { address: faucet } = await status()
    const balance = await target.call('eth_getBalance', [faucet, 'latest'])
    await target.call('anvil_setBalance', [faucet, '0x0'])
    expect(await post('drip', { address })).toEqual({
      status: 500,
      body: { error: 'failed to submit drip: insufficient funds for gas * price + value' },
    })
    await target.call('anvil_setBalance', [faucet, balance])
  })

  test('a tenth of an ether comes, and for a while nothing more, to this address or this client', async () => {
    const first = await post('drip', { address })
    expect(first).toEqual({
      status: 200,
      body: { tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/), amount_wei: '100000000000000000', to: address },
    })
    await sealedReceipt(target, first.body.tx_hash as Hash)
    expect(await target.call('eth_getBalance', [address, 'latest'])).toBe('0x16345785d8a0000')
    const again = await post('drip', { address })
    expect(again.status).toBe(429)
    expect(again.body.error).toMatch(/^IP rate limited\. Try again in \d+s\.$/)
    expect((await post('drip', { address: '0x2222222222222222222222222222222222222222' })).status).toBe(429)
  })

  test('a thousand test dollars come too', async () => {
    const { status, body } = await post('drip-usdv', { address })
    expect([status, body.usdv_address]).toEqual([200, target.contracts.testDollar])
    await sealedReceipt(target, body.tx_hash as Hash)
    const data = `0x70a08231${address.slice(2).padStart(64, '0')}`
    const call = { to: target.contracts.testDollar, data }
    expect(BigInt(await target.call<Hex>('eth_call', [call, 'latest']))).toBe(1_000_000_000n)
  })

  test('an address counts as the same however it is written', async () => {
    const other = await startNetwork(['--faucet-cooldown-seconds', '10'])
    const spellings = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED']
    const answers = []
    for (const spelling of spellings) answers.push(await post('drip', { address: spelling }, other))
    expect(answers.map(({ status }) => status)).toEqual([200, 429])
    expect(answers[0]?.body.to).toBe(spellings[0])
    await other.stop()
  })

  test('it says how it is', async () => {
    expect(await status()).toMatchObject({
      address: expect.stringMatching(/^0x/),
      chain_id: 84_538_453,
      drip_wei: '100000000000000000',
      balance_wei: expect.stringMatching(/^\d+$/),
      ip_cooldown_secs: 10,
      addr_cooldown_secs: 10,
      usdv_address: target.contracts.testDollar,
      usdv_drip_units: '1000000000',
    })
  })

  test('any web page may ask it', async () => {
    const response = await fetch(`${target.faucetUrl}/api/preview/faucet/drip`, { method: 'OPTIONS' })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('it can be made to fail, or to refuse', async () => {
    await target.control({ set: { faucet: 'failing' } })
    expect(await post('drip', { address })).toMatchObject({
      status: 500,
      body: { error: expect.stringMatching(/^failed to submit drip/) },
    })
    expect(await status()).toEqual({ error: expect.stringMatching(/^balance lookup failed: /) })
    await target.control({ set: { faucet: 'limited' } })
    expect((await post('drip', { address })).status).toBe(429)
    await target.control({ clear: true })
  })
})

test('Faucet drip: many at once all arrive, when nothing holds them back', async () => {
  const target = await startNetwork()
  const addresses = Array.from({ length: 20 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '3')}`)
  const answers = await Promise.all(
    addresses.map(address =>
      fetch(`${target.faucetUrl}/api/preview/faucet/drip`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ address }),
      }).then(response => response.json() as Promise<{ tx_hash: Hash }>),
    ),
  )
  await Promise.all(answers.map(({ tx_hash }) => sealedReceipt(target, tx_hash)))
  for (const address of addresses) {
    expect(await target.call('eth_getBalance', [address, 'latest'])).toBe('0x16345785d8a0000')
  }
  await target.stop()
})
