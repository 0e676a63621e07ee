import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { channelMoney } from './channel-money'

const address = `0x${'a1'.repeat(20)}` as const
const config = {
  payer: address,
  payerAuthorizer: address,
  receiver: address,
  receiverAuthorizer: address,
  token: address,
  withdrawDelay: 900,
  salt: `0x${'5a'.repeat(32)}`,
} as const
const open = { signed: '0xbb8', state: 'open', config } as const
const facts = { balance: 10_000n, claimed: 1_000n, withdrawal: null }
const at = (part: Partial<typeof facts>) => ({ sealed: { ...facts, ...part }, pending: { ...facts, ...part } })
const begun = { ...facts, withdrawal: { amount: 9_000n, since: 5_000 } }

describe('the money in a channel', () => {
  it('is the payer’s, but for what was signed and is not claimed yet', () => {
    expect(channelMoney(open, at({}), 0)).toEqual({
      phase: 'open',
      isMoving: false,
      inside: 9_000n,
      claimable: 2_000n,
      left: 7_000n,
      withdrawal: null,
    })
  })

  it('can be taken from the second on in which the delay is over, not before', () => {
    const reading = { sealed: begun, pending: begun }
    expect(channelMoney(open, reading, 5_899)).toMatchObject({
      phase: 'withdrawing',
      withdrawal: { least: 7_000n, most: 9_000n, readyAt: 5_900 },
    })
    expect(channelMoney(open, reading, 5_900).phase).toBe('ready')
  })

  it('is moving while something about it is only pre-confirmed', () => {
    expect(channelMoney(open, { sealed: facts, pending: begun }, 0)).toMatchObject({ phase: 'open', isMoving: true })
  })

  it('is not there before the deposit is sealed, and not any more after it came back', () => {
    const none = { balance: 0n, claimed: 0n, withdrawal: null }
    expect(channelMoney(open, { sealed: none, pending: facts }, 0).phase).toBe('opening')
    expect(channelMoney(open, { sealed: none, pending: none }, 0).phase).toBe('empty')
    expect(channelMoney({ ...open, state: 'opening' }, { sealed: none, pending: none }, 0).phase).toBe('opening')
    expect(channelMoney({ ...open, state: 'stopped' }, at({}), 0).phase).toBe('stopped')
  })

  it('can all be claimed where it is not known what was signed: a withdrawal brings back between nothing and all', () => {
    const found = { ...open, signed: null, state: 'stopped' } as const
    expect(channelMoney(found, at({}), 0)).toMatchObject({
      phase: 'stopped',
      inside: 9_000n,
      claimable: 9_000n,
      left: 0n,
    })
    expect(channelMoney(found, { sealed: begun, pending: begun }, 0).withdrawal).toMatchObject({
      least: 0n,
      most: 9_000n,
    })
    // Its withdrawal is over, and money is in it: no voucher is signed for it all the same.
    expect(channelMoney({ ...found, state: 'withdrawing' }, at({}), 0).phase).toBe('stopped')
  })

  it('adds up, whatever was signed, claimed and withdrawn', () => {
    const amount = fc.bigInt(0n, 1n << 127n)
    fc.assert(
      fc.property(amount, amount, amount, amount, (balance, share, signed, asked) => {
        const claimed = balance === 0n ? 0n : share % (balance + 1n)
        const sealed = { balance, claimed, withdrawal: { amount: asked, since: 1 } }
        const money = channelMoney({ ...open, signed: `0x${signed.toString(16)}` }, { sealed, pending: sealed }, 2)
        expect(money.left + money.claimable).toBe(money.inside)
        expect(money.left >= 0n && money.claimable >= 0n).toBe(true)
        expect(claimed + money.claimable <= (signed > claimed ? signed : claimed)).toBe(true)
        const { least, most } = money.withdrawal ?? { least: 1n, most: 0n }
        expect(least <= most && most <= money.inside).toBe(true)
      }),
    )
  })
})
