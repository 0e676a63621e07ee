import type { Page } from '@playwright/test'
import { type Address, type Hex, numberToHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import * as z from 'zod'
import type { Browser } from '../commands/browser.ts'
import {
  copyExtension,
  installedPage,
  type Launched,
  launchWithExtension,
  temporaryFolder,
} from '../commands/extension.ts'
import type { Lifetime } from '../commands/lifetime.ts'
import { call } from '../e2e/shop.ts'
import { approve, decisionWindow, importWallet, openHome, openPopup } from '../e2e/wallet.ts'
import { startLocalEndpoint } from '../local-endpoint.ts'
import { createPreviewNetwork, type PreviewNetwork } from '../preview-network/index.ts'
import { readFunds, readSealed } from './chain.ts'
import { readJournalRows } from './journal.ts'
import { strike } from './misfortune.ts'
import { type Person, seatPerson } from './person.ts'
import type { Plan, Step } from './plan.ts'
import { recordScreen, shownOn } from './screens.ts'
import { type Asked, type Evidence, faultsOf, faultsOfJournal } from './verdict.ts'

export interface PlanResult {
  faults: string[]
  /** What went wrong when, by plan. */
  misfortunes: string[]
  approvals: number
  /** From the first request until the last answer, and until the journal calls everything sealed. */
  transfersMs: number
  sealedMs: number
  evidence: Evidence
}

/** Blocks. More than any reorganisation of a plan takes back, and few enough that a run sees its transactions final. */
const depths = { safeBlocks: 3, finalizedBlocks: 6 }
/** Wei of each account in the beginning. */
const wealth = 10n ** 19n
/** A run in which nothing is approved for this long has got stuck. */
const stuckMs = 90_000
/** How long the last transactions may take to be sealed once nothing goes wrong any more. */
const settlingMs = 60_000

/** One run of the whole wallet, with a browser and a network of its own. */
export async function runPlan(lifetime: Lifetime, browser: Browser, built: string, plan: Plan): Promise<PlanResult> {
  const network = await createPreviewNetwork({ control: true, ...depths })
  lifetime.onEnd(() => network.stop())
  const wallet = await launchWithExtension({
    browser,
    extension: await copyExtension(lifetime, built, network),
    profile: await temporaryFolder(lifetime, 'profile'),
    headless: true,
  })
  lifetime.onEnd(() => wallet.context.close())

  const { popup, home, accounts } = await setUp(wallet, network, plan.phrase)
  const pages = [await openSite(lifetime, wallet, 0), await openSite(lifetime, wallet, 1)]
  await recordScreen(popup)
  await recordScreen(home)

  const asked: Asked[] = []
  const hashes = async () => (await readJournalRows(home)).map(({ hash }) => hash)
  let isOver = false
  const startedAt = performance.now()
  const person = seatPerson(wallet)
  const striking = strike({ wallet, network, popup, person, hashes, isOver: () => isOver }, plan.faults)
  const transferring = Promise.all(
    plan.scripts.map((script, index) => {
      const [page, from] = [pages[index], accounts[index]]
      if (page === undefined || from === undefined) throw new Error('a script without a page')
      return follow(page, from, numberToHex(network.chainId), script, asked)
    }),
  )
  const isStuck = await Promise.race([transferring.then(() => false), standstill(person)])
  const transfersMs = performance.now() - startedAt
  isOver = true
  await person.leave()
  const misfortunes = await striking
  if (isStuck) throw new Error(await whereStuck(wallet, asked.length, misfortunes))
  network.faults.clear()
  const gather = async (): Promise<Evidence> => ({
    asked,
    // In this order: no screen can have shown what comes after it here.
    screens: [await shownOn(popup), await shownOn(home)],
    journal: await readJournalRows(home),
    sealed: await readSealed(network.rpcUrl, accounts),
    funds: { before: wealth, after: await readFunds(network.rpcUrl, accounts) },
    levelsOf: network.levelsOf,
  })
  await settled(gather)
  const sealedMs = performance.now() - startedAt
  for (const batch of (await transferring).flat()) await findOut(batch)
  const evidence = await gather()
  const outcome = {
    faults: faultsOf(evidence),
    misfortunes,
    approvals: person.approvals(),
    transfersMs,
    sealedMs,
    evidence,
  }
  await wallet.context.close()
  await network.stop()
  return outcome
}

/** A wallet with two accounts that have enough, its popup and the page with all its activity. */
async function setUp(wallet: Launched, network: PreviewNetwork, phrase: string) {
  // Before anything looks at them.
  for (const addressIndex of [0, 1]) {
    const { address } = mnemonicToAccount(phrase, { addressIndex })
    await network.faults.alter('anvil_setBalance', [address, numberToHex(wealth)])
  }
  const first = await installedPage(wallet)
  await importWallet(first, phrase)
  const home = await openHome(wallet, '/accounts')
  await home.getByTestId('account-add').click()
  await home.getByTestId('account').nth(1).waitFor()
  const addresses = await home.getByTestId('account').evaluateAll(items => items.map(item => item.dataset.address))
  const accounts = addresses.filter((address): address is Address => address?.startsWith('0x') === true)
  await home.goto(wallet.address('home.html#/activity'))
  const popup = await openPopup(wallet)
  await first.close()
  return { popup, home, accounts }
}

/** A site of its own origin, connected to one account alone. */
async function openSite(lifetime: Lifetime, wallet: Launched, account: number): Promise<Page> {
  const site = await startLocalEndpoint({
    http: (_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>Payroll</title>'),
  })
  lifetime.onEnd(() => site.close())
  const page = await wallet.context.newPage()
  await page.goto(site.url)
  const connecting = call(page, { method: 'eth_requestAccounts' })
  const decision = await decisionWindow(wallet)
  const choices = decision.locator('.account-choice input')
  await choices.nth(account).waitFor()
  for (const [index, choice] of (await choices.all()).entries()) await choice.setChecked(index === account)
  await approve(decision, 'connect')
  await connecting
  return page
}

/**
 * Asks for step after step, a batch in one decision (EIP-5792). What it was told of a batch it finds out at the end.
 */
async function follow(page: Page, from: Address, chainId: Hex, script: Step[], asked: Asked[]): Promise<Batch[]> {
  const batches: Batch[] = []
  for (const step of script) {
    const calls = step.map(({ to, wei }) => ({ to, value: numberToHex(wei) }))
    const [single] = calls
    const wanted = step.map(transfer => ({ ...transfer, from, answer: undefined as unknown }))
    asked.push(...wanted)
    if (calls.length === 1) {
      const answer = await ask(page, 'eth_sendTransaction', { ...single, from })
      for (const transfer of wanted) transfer.answer = answer
    } else {
      const batch = { version: '2.0.0', chainId, from, atomicRequired: false, calls }
      const { id } = batchSchema.parse(await ask(page, 'wallet_sendCalls', batch))
      batches.push({ page, id, wanted })
    }
  }
  return batches
}

/** A batch whose page has its id and does not know yet which transactions it became. */
interface Batch {
  page: Page
  id: string
  wanted: Asked[]
}

const batchSchema = z.object({ id: z.string() })
const statusSchema = z.object({
  status: z.number(),
  receipts: z.array(z.looseObject({ transactionHash: z.string() })).optional(),
})

async function findOut({ page, id, wanted }: Batch): Promise<void> {
  const { status, receipts = [] } = statusSchema.parse(await ask(page, 'wallet_getCallsStatus', id))
  for (const [index, transfer] of wanted.entries())
    transfer.answer = status === 200 ? receipts[index]?.transactionHash : `status ${status}`
}

async function ask(page: Page, method: string, parameter: unknown): Promise<unknown> {
  const reply = await call(page, { method, params: [parameter] })
  return 'result' in reply ? reply.result : reply.error
}

/**
 * Waits until journal and chain agree on everything asked for; where they never do, the verdict says so. Neither tells
 * of the other, so both are read again.
 */
async function settled(gather: () => Promise<Evidence>): Promise<void> {
  const until = Date.now() + settlingMs
  while (Date.now() < until) {
    const evidence = await gather()
    if (evidence.sealed.length >= evidence.asked.length && faultsOfJournal(evidence).length === 0) return
    await pause(250)
  }
}

async function standstill(person: Person): Promise<true> {
  for (let before = -1; before !== person.approvals(); await pause(stuckMs)) before = person.approvals()
  return true
}

/** Where a run got stuck. */
async function whereStuck(wallet: Launched, asked: number, misfortunes: string[]): Promise<string> {
  const windows = wallet.context.pages().filter(page => page.url().startsWith(wallet.address('approval.html')))
  const texts = await Promise.all(windows.map(page => page.locator('body').textContent()))
  return [`after ${asked} transfers were asked for, nothing moved`, ...misfortunes, ...texts].join('\n  ')
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms).unref())
}
