import fc from 'fast-check'
import { getAddress } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { judgeAddress } from './address-text'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 })

describe('an address that was typed or pasted', () => {
  it.each([
    address,
    `  ${address}\n`,
    `"${address}"`,
    `<${address}>`,
    `ethereum:${address}`,
    `ethereum:pay-${address}`,
    `${address.slice(0, 22)}\u200b${address.slice(22)}`,
    address.match(/.{1,4}/g)?.join(' ') ?? '',
  ])('«%s» is cleaned and believed', text => {
    expect(judgeAddress(text)).toEqual({ ok: true, address, checksum: 'matches' })
  })

  it('without mixed case is reported to have no checksum', () => {
    expect(judgeAddress(address.toLowerCase())).toEqual({ ok: true, address, checksum: 'absent' })
    expect(judgeAddress(`0x${address.slice(2).toUpperCase()}`)).toEqual({ ok: true, address, checksum: 'absent' })
  })

  it.each([
    ['', 'empty'],
    ['vitalik.eth', 'not-an-address'],
    ['0x1234', 'wrong-length'],
    [`${address}00`, 'wrong-length'],
    [`${address.slice(0, -1)}f`, 'checksum'],
  ])('«%s» is refused: %s', (text, reason) => {
    expect(judgeAddress(text)).toEqual({ ok: false, reason })
  })

  it('is never believed with one digit of its checksummed form changed', () => {
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 39 }), fc.constantFrom(...'0123456789'), (hex, at, digit) => {
        const right = judgeAddress(`0x${hex}`)
        if (!right.ok) throw new Error('forty hexadecimal digits are an address')
        const mixed = right.address.slice(2)
        fc.pre(/[a-f]/.test(mixed) && /[A-F]/.test(mixed) && mixed[at] !== digit)
        const wrong = `0x${mixed.slice(0, at)}${digit}${mixed.slice(at + 1)}`
        fc.pre(/[a-f]/.test(wrong.slice(2)) && /[A-F]/.test(wrong.slice(2)))
        const judged = judgeAddress(wrong)
        // One digit in 2^n passes by chance; what passes is at least not taken for the right one.
        expect(judged.ok && judged.address === right.address).toBe(false)
      }),
    )
  })

  it('survives anything', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), text => typeof judgeAddress(text).ok === 'boolean'))
  })
})

describe('an address with its chain', () => {
  const bytes = `${address.slice(2)}`
  it.each([
    [`base:${address}`, 8453],
    [`eth:${address}`, 1],
    [`eip155:8453:${address}`, 8453],
    [`did:pkh:eip155:8453:${address}`, 8453],
    [`ethereum:${address}@8453`, 8453],
    [`ethereum:${address}@0x2105`, 8453],
    [`ethereum://${address}@8453`, 8453],
    [`ethereum:pay-${address}%408453`, 8453],
    [`ETHEREUM:0X${address.slice(2).toUpperCase()}@8453`, 8453],
    [`ethereum%3A${address}%408453`, 8453],
    [`${address}@8453`, 8453],
    [`${address}@base`, 8453],
    [`${address}@eip155:8453`, 8453],
    [`0x0001000002210514${bytes}`, 8453],
    [`ethereum:${address}@8453?label=Coffee%20shop`, 8453],
  ])('is read from %s', (text, chainId) => {
    expect(judgeAddress(text)).toMatchObject({ ok: true, address, chainId })
  })

  it.each([
    ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045@eip155:1#4CA88C9C'],
    ['0xFe89cc7aBB2C4183683ab71653C4cdc9B02D44b7@eip155:1#80B12379'],
  ])('is confirmed by the checksum of ERC-7828: %s', text => {
    expect(judgeAddress(text)).toEqual({ ok: true, address: text.slice(0, 42), checksum: 'matches', chainId: 1 })
    expect(judgeAddress(text.replace(':1#', ':10#'))).toEqual({ ok: false, reason: 'checksum' })
  })

  // The examples of EIP-1191 for 30 and 31.
  it.each([
    [30, '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD'],
    [31, '0x5aAeb6053F3e94c9b9A09F33669435E7EF1BEaEd'],
  ])('of chain %i is confirmed by the checksum of its wallets, on that chain alone', (chainId, text) => {
    const own = getAddress(text.toLowerCase())
    expect(judgeAddress(text)).toEqual({ ok: true, address: own, checksum: 'matches', chainId })
    expect(judgeAddress(`ethereum:${text}@${chainId}`)).toEqual(judgeAddress(text))
    expect(judgeAddress(`base:${text}`)).toEqual({ ok: false, reason: 'checksum' })
  })

  it.each([
    [`nowhere:${address}`, 'unknown-chain'],
    [`${address}@nowhere`, 'unknown-chain'],
    [`base:${address}@eip155:1`, 'not-an-address'],
    [`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv`, 'not-an-address'],
    [`https://basescan.org/address/${address}`, 'not-an-address'],
    [`base:${address.slice(0, -1)}f`, 'checksum'],
    [`base:${address}0`, 'wrong-length'],
    [`0x0001000102210514${bytes}`, 'wrong-length'],
    ['ethereum:0x71C7', 'wrong-length'],
    ['bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'not-an-address'],
  ])('is not guessed: %s is refused, %s', (text, reason) => {
    expect(judgeAddress(text)).toEqual({ ok: false, reason })
  })
})

describe('a payment link in place of an address', () => {
  const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
  const to = '0x00000000000000000000000000000000000000AA'

  it('of a token is never the token’s contract', () => {
    const text = `ethereum:${token}@8453/transfer?address=${to}&uint256=9.55e6`
    const link = { chainId: 8453, to: getAddress(to.toLowerCase()), token, amount: 9_550_000n, memo: null }
    expect(judgeAddress(text)).toEqual({ ok: false, reason: 'payment-link', text, link })
  })

  it('keeps its chain and its amount', () => {
    for (const text of [`ethereum:${to}@1?value=1e18`, `${to}@1?value=1e18`])
      expect(judgeAddress(text)).toMatchObject({
        ...{ ok: false, reason: 'payment-link' },
        link: { chainId: 1, token: null, amount: 10n ** 18n },
      })
  })

  it.each([
    `ethereum:${token}@8453/approve?address=${to}&uint256=1`,
    `ethereum:${token}@8453/permit?address=${to}&uint256=1&uint256=2`,
    `ethereum:${to}@8453@1`,
    'ethereum:shop.eth?value=1',
  ])('that is no plain transfer is offered as a link: %s', text => {
    expect(judgeAddress(text)).toEqual({ ok: false, reason: 'payment-link', text, link: null })
  })
})
