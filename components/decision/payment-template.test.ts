import type { Address, Hex } from 'viem'
import { encodeFunctionData } from 'viem/utils'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { browser } from 'wxt/browser'
import { languages, readMessages } from '@/components/catalogue.fixture'
import { payoutsAbi } from '@/lib/reading/calls/payment-abi'
import { permit2Abi } from '@/lib/reading/calls/payment-abi.fixture'
import { readPaymentCall } from '@/lib/reading/calls/payment-calls'
import { permit2Address } from '@/lib/reading/calls/published-contracts'
import { paymentTemplate } from './payment-template'

const somebody: Address = '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1'
const reference: Hex = `0x${'12'.repeat(32)}`
const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value)

/** The unfilled sentence for a call with so many in it. */
const sentences: Record<string, (count: number) => string> = {
  payout: count =>
    sentenceFor(
      encodeFunctionData({
        abi: payoutsAbi,
        functionName: 'sendPayouts',
        args: [reference, times(count, somebody), times(count, 2n)],
      }),
    ),
  split: count =>
    sentenceFor(
      encodeFunctionData({
        abi: payoutsAbi,
        functionName: 'splitPayment',
        args: [reference, 100n, times(count, somebody), times(count, 10_000 / count), 0n],
      }),
    ),
  lockdown: count =>
    sentenceFor(
      encodeFunctionData({
        abi: permit2Abi,
        functionName: 'lockdown',
        args: [times(count, { token: somebody, spender: somebody })],
      }),
    ),
}

function sentenceFor(data: Hex): string {
  const call = readPaymentCall({ to: permit2Address, data })
  if (call === null) throw new Error('the call is not known')
  return paymentTemplate(call)
}

afterEach(() => vi.restoreAllMocks())

describe.each(languages)('in %s', language => {
  const catalogue = readMessages(language)

  test.each(Object.entries(sentences))('a %s of one is worded differently from one of several', (_, sentence) => {
    vi.spyOn(browser.i18n, 'getUILanguage').mockReturnValue(language)
    vi.spyOn(browser.i18n, 'getMessage').mockImplementation(key => catalogue[key]?.message ?? '')
    const [one, two, five] = [sentence(1), sentence(2), sentence(5)]
    expect(one).toContain('{count}')
    expect(one).not.toMatch(/recipients|allowances|Empfängern|Freigaben|in all|zusammen|[Ss]plit|aufteilen/)
    expect(two).toMatch(/recipients|allowances|Empfänger|Freigaben/)
    expect(two).not.toBe(one)
    expect(five).toBe(two)
  })
})
