import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { inputs } from '@/lib/language/procedures.fixture'
import { openDatabase } from '@/lib/storage/open'
import { startTestWorker, type TestPage } from '../worker.fixture'

/** Every procedure that proposes a transaction warns of each address in it that is on a list. */

const drainer = `0x${'d7'.repeat(20)}`
const transfer = `0xa9059cbb${drainer.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
const token = `0x${'cc'.repeat(20)}`
const one = { to: token, data: transfer, value: '0x0' }
const plan = { kind: 'payout', contract: token, token, label: '', legs: [{ to: drainer, amount: '0x1' }] }

let page: TestPage
beforeAll(async () => {
  const worker = await startTestWorker()
  page = worker.open('tab')
  await page.ask('vault.create', {
    password: 'correct horse battery',
    phrase: 'test test test test test test test test test test test junk',
  })
  await asked('list.import', { kind: 'fraud-addresses', name: 'Drainers', text: JSON.stringify([drainer]) })
})

async function asked(procedure: string, input: unknown): Promise<unknown> {
  const answer = await page.ask(procedure, input)
  if (answer.kind !== 'result') throw new Error(`${procedure}: ${JSON.stringify(answer)}`)
  return answer.output
}

/** Codes of the risks of the decision that this proposes. */
async function risksOf(procedure: string, input: unknown): Promise<string[]> {
  const { approvalId } = z.object({ approvalId: z.string() }).parse(await asked(procedure, input))
  const database = await openDatabase()
  const row = await database.get('approvals', approvalId)
  database.close()
  const shown = z.object({ risks: z.array(z.object({ code: z.string() })) }).parse(JSON.parse(row?.shown ?? ''))
  return shown.risks.map(({ code }) => code)
}

it.each([
  ['a payment', 'send.propose', { to: token, value: '0x0', data: transfer }],
  ['a payout in one transaction', 'payout.propose', { ...plan, reference: `0x${'01'.repeat(32)}`, calls: [one] }],
  ['a payout in several', 'payout.propose', { ...plan, reference: `0x${'02'.repeat(32)}`, calls: [one, one] }],
])('%s to a listed address is warned of', async (_what, procedure, input) => {
  expect(await risksOf(procedure, input)).toContain('listed-address')
})

it('a capture with a listed contract is warned of', async () => {
  const capture = { ...inputs['capture.add'], token, contract: drainer }
  const { id } = z.object({ id: z.string() }).parse(await asked('capture.add', capture))
  const input = { id, call: { to: drainer, data: '0x12345678' } }
  expect(await risksOf('capture.propose', input)).toContain('listed-address')
})
