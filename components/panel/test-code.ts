import { isSameAddress } from '@/lib/base/hex'
import type { RequestEntryView } from '@/lib/language/request-log'

/** Methods that ask for the accounts themselves: before any other one a test has to connect. */
const connecting = ['eth_requestAccounts', 'wallet_requestPermissions', 'wallet_connect']
/** Twenty bytes or more: an address, a hash, a signature. Another wallet's are others. */
const ownValue = /0x[0-9a-fA-F]{40,}/

/**
 * A test for `prelude-fixtures` that makes a logged request again, decides as the person did, and expects the answer.
 * Everything that came from the page stands in it as JSON.
 * @param accounts what the page sees: the test's own account takes the place of the first
 * @returns `null` where no test can say the same: without an answer, with a text that was cut, after a decision that
 * ended without the person
 */
export function testOf(
  { method, origin, answer, decisions, params: shownParams }: RequestEntryView,
  texts: { params: string; answer: string | null },
  accounts: readonly string[],
): string | null {
  if (answer === null || texts.answer === null) return null
  if (texts.params.length < shownParams.length || texts.answer.length < answer.value.length) return null
  if (decisions.some(({ status }) => status !== 'done' && status !== 'rejected')) return null
  const isConnecting = connecting.includes(method)
  const params = texts.params === '' ? '' : `, ${ownAccount(texts.params, accounts[0])}`
  const lines = [
    ...(accounts.length > 0 && !isConnecting
      ? [`const connected = ask('eth_requestAccounts')`, 'await wallet.approve()', 'await connected', '']
      : []),
    `const answer = ask(${JSON.stringify(method)}${params})`,
    ...decisions.flatMap(({ kind, status }) => [
      `expect((await wallet.decision()).kind).toBe(${JSON.stringify(kind)})`,
      status === 'done' ? 'await wallet.approve()' : 'await wallet.reject()',
    ]),
    `expect(await answer).${expectation(answer.isError, texts.answer)}`,
  ]
  return `import { expect, test } from 'prelude-fixtures'

test(${JSON.stringify(method)}, async ({ wallet, network, page }) => {
  const account = await wallet.import()
  await network.drip(account)
  await page.goto(${JSON.stringify(origin)})
  const ask = (method, params) =>
    page.evaluate(
      request => window.ethereum.request(request).then(result => ({ result }), ({ code }) => ({ code })),
      { method, params },
    )

${lines.map(line => (line === '' ? '' : `  ${line}`)).join('\n')}
})
`
}

/** Whole strings of the JSON text that are the account become the test's variable. */
function ownAccount(params: string, account: string | undefined): string {
  if (account === undefined) return params
  return params.replace(/"(0x[0-9a-fA-F]{40})"(?!\s*:)/g, (whole, address: string) =>
    isSameAddress(address, account) ? 'account' : whole,
  )
}

function expectation(isError: boolean, answer: string): string {
  const value: unknown = JSON.parse(answer)
  if (isError)
    return `toEqual({ code: ${JSON.stringify(typeof value === 'object' && value !== null && 'code' in value ? value.code : null)} })`
  return ownValue.test(answer) ? `toHaveProperty('result')` : `toEqual({ result: ${answer} })`
}
