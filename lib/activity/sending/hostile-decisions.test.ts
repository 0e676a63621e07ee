import { describe, expect, it } from 'vitest'
import { readMessages } from '@/components/catalogue.fixture'
import { toQuantity } from '@/lib/base/hex'
import { describeTransaction } from '@/lib/reading/calls/describe'
import type { Description, InnerCallView } from '@/lib/reading/calls/description'
import { nameOfFunction } from '@/lib/reading/calls/function-names'
import { readCall } from '@/lib/reading/calls/nested-calls'
import { unknownHoldings } from '@/lib/reading/risk/effect-facts'
import { findRisks } from '@/lib/reading/risk/transaction'
import { shownEffects } from '@/lib/reading/simulation/shown-effects'
import type { Simulation } from '@/lib/reading/simulation/simulation'
import { noMoney } from '@/lib/reading/tokens/known-money'
import { hostileCalls } from '@/test/hostile/calls'
import { contractOf, type Expected, effectText, type HostileCall, named, parties } from '@/test/hostile/row'
import { insideOf } from './inside'

const messages = readMessages('en')
const account = parties.me
const context = { account, contractOf, contacts: [], money: noMoney }

/** The sentence of the catalogue, with values as they are. */
function sentenceOf({ code, values }: Description): string {
  const isNamed = code === 'call-contract' && (values.function ?? '') !== ''
  const key = isNamed ? 'does_call_function' : `does_${code.replaceAll('-', '_')}`
  const message = messages[key]?.message ?? `no sentence ${key}`
  const symbol = values.symbol === undefined ? {} : { symbol: values.symbol || (values.token ?? '') }
  const given: Record<string, string> = { ...values, ...symbol, items: `item ${values.tokenId ?? ''}` }
  const said = message.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? `{${name}}`)
  const paysBesides = ['call-contract', 'unreadable-call', 'create-contract'].includes(code) && values.amount !== '0'
  return named(paysBesides ? `${said} and pay it ${values.amount}` : said)
}

function linesOf(inside: readonly InnerCallView[], depth = 1): string[] {
  return inside.flatMap(({ description, isCertain, inner }) => [
    `${'-'.repeat(depth)} ${sentenceOf(description)}${isCertain ? '' : '?'}`,
    ...linesOf(inner, depth + 1),
  ])
}

/** What the decision about a call says. */
function shown({ to, value = 0n, data, simulated }: HostileCall): Expected {
  const simulation: Simulation = {
    ...{ status: 'succeeds', effects: simulated ?? [], complete: simulated !== undefined },
  }
  const act = readCall({ to, value, data }, { account, contractOf, nameOf: nameOfFunction })
  const transaction = { to, data, value: toQuantity(value) }
  const purpose = 'send'
  const risks = findRisks({
    ...context,
    ...{
      transactions: [transaction],
      acts: [act],
      purpose,
      nonce: undefined,
      expectedNonce: 3,
      takenNonce: null,
      freeNonce: null,
      simulation,
    },
    ...{
      cost: null,
      remaining: 10n ** 18n,
      feeDanger: null,
      feeIsUsual: false,
      gasIsLow: false,
      holdings: unknownHoldings,
    },
  })
  const inside = linesOf(insideOf(act, context))
  return {
    sentence: sentenceOf(describeTransaction(transaction, { purpose, account, contractOf, act })),
    ...(inside.length === 0 ? {} : { inside }),
    changes: shownEffects([act], simulation).map(effectText),
    risks: risks.map(({ level, code }) => `${level} ${code}`),
    level: risks[0]?.level ?? 'note',
  }
}

describe('a hostile call is shown for what it is', () => {
  it.each(hostileCalls.map(row => [row.what, row] as const))('%s', (_what, row) => {
    const { what: _, to: _to, value: _value, data: _data, simulated: _simulated, ...expected } = row
    expect(shown(row)).toEqual(expected)
  })

  it('and is never without a warning', () => {
    for (const { what, level } of hostileCalls) expect(level, what).not.toBe('note')
  })
})
