import type { BrowserContext, Page } from '@playwright/test'
import type { Address, Hash } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { z } from 'zod'
import { approvalsSchema, type Decision, dangersIn, readDecision } from './decision.ts'
import { DecisionDangerousError, NoWalletError, ProfileHasWalletError } from './errors.ts'
import { installedPage, type Launched } from './launch.ts'
import type { Profile } from './profile.ts'
import {
  acceptDangers,
  approve,
  createWallet as createOnScreen,
  decisionWindow,
  importWallet,
  openHome,
  reject,
  unlock,
  whatRemains,
} from './screens.ts'
import { callProcedure, readSlice } from './worker.ts'

const activitySchema = z.object({
  rows: z.array(
    z.looseObject({
      hash: z.string(),
      history: z.array(z.object({ at: z.number(), level: z.string(), event: z.string().optional() })),
    }),
  ),
})

/** One step of a transaction in the wallet. */
export interface WalletLevel {
  level: string
  /** Why the level fell: `withdrawn`, `reorganised`, `replaced`, `dropped` or `lost`. */
  event?: string
  /** Milliseconds since 1970. */
  atMs: number
}

/** The wallet, in the hands of a test. */
export interface Wallet {
  /** The browser that has it; the fixtures `context` and `page` belong to it. */
  readonly context: BrowserContext
  readonly extensionId: string
  /** The first account. @throws {NoWalletError} before there is one */
  readonly address: Address
  /** Makes a new wallet through the screens, as a person does. Returns its recovery phrase. */
  create(): Promise<string>
  /**
   * Makes a wallet from a recovery phrase. Where the option `profile` names a folder that has a wallet from an earlier
   * test, that one is unlocked.
   * @param phrase by default a new one, so that no two tests share an account
   * @returns the address of the first account
   * @throws {ProfileHasWalletError} where the profile has the wallet of another phrase
   */
  import(phrase?: string): Promise<Address>
  /** Waits for the decision that the wallet asks for, and returns what it says. */
  decision(): Promise<Decision>
  /**
   * Waits for the decision, accepts its dangers if `evenDangers`, and approves it.
   * @throws {DecisionDangerousError} at once, where it names dangers that were not to be accepted or cannot be approved
   */
  approve(options?: { evenDangers?: boolean }): Promise<void>
  /** Waits for the decision, and rejects it. */
  reject(): Promise<void>
  /** Returns every level that a transaction had in the wallet, the oldest first. */
  levels(hash: Hash): Promise<WalletLevel[]>
  lock(): Promise<void>
  /** Ends the wallet's worker as the browser does when it runs out of memory. The next event starts another. */
  endWorker(): Promise<void>
  unlock(): Promise<void>
  /** Kinds of the decisions that wait now. */
  waiting(): Promise<string[]>
}

/** Locks or unlocks the wallet, unless it is so already. The page starts anew at the lock. */
async function turn(home: Page, state: 'locked' | 'unlocked'): Promise<void> {
  const button = home.getByTestId('lock')
  const form = home.getByTestId('password')
  await button.or(form).first().waitFor()
  if (state === 'locked' && (await button.isVisible())) await button.click()
  if (state === 'unlocked' && (await form.isVisible())) await unlock(home)
  await (state === 'locked' ? form : button).waitFor()
}

/** @param onAddress called with the first account once there is one */
export function createWallet(
  launched: Launched,
  profile: Pick<Profile, 'phrase'>,
  onAddress: (address: Address) => void,
): Wallet {
  let phrase: string | undefined
  let home: Page | undefined

  function existing(asked: string): { phrase: string; home: Page } {
    if (phrase === undefined || home === undefined) throw new NoWalletError(asked)
    return { phrase, home }
  }
  function keep(made: string, page: Page): Address {
    phrase = made
    home = page
    profile.phrase = made
    const { address } = mnemonicToAccount(made)
    onAddress(address)
    return address
  }

  return {
    context: launched.context,
    extensionId: launched.extensionId,
    get address() {
      return mnemonicToAccount(existing('wallet.address').phrase).address
    },
    async create() {
      if (profile.phrase !== undefined) throw new ProfileHasWalletError('wallet.create()')
      const page = await installedPage(launched)
      const made = await createOnScreen(page)
      keep(made, page)
      return made
    },
    async import(given) {
      const before = profile.phrase
      if (before === undefined) {
        const page = await installedPage(launched)
        const made = given ?? generateMnemonic(english)
        await importWallet(page, made)
        return keep(made, page)
      }
      if (given !== undefined && given !== before) throw new ProfileHasWalletError('wallet.import(phrase)')
      const page = await openHome(launched)
      await turn(page, 'unlocked')
      return keep(before, page)
    },
    async decision() {
      existing('wallet.decision()')
      return readDecision(await decisionWindow(launched))
    },
    async approve({ evenDangers = false } = {}) {
      existing('wallet.approve()')
      const window = await decisionWindow(launched)
      if (evenDangers) await acceptDangers(window)
      const remains = await whatRemains(window)
      if (remains !== 'approve') throw new DecisionDangerousError(await dangersIn(window), remains === 'accept')
      await approve(window)
    },
    async reject() {
      existing('wallet.reject()')
      await reject(await decisionWindow(launched))
    },
    async levels(hash) {
      const page = existing('wallet.levels()').home
      const { rows } = activitySchema.parse(await callProcedure(page, 'activity.everywhere'))
      const row = rows.find(each => each.hash.toLowerCase() === hash.toLowerCase())
      return (row?.history ?? []).map(({ at, level, event }) => ({
        ...{ level, atMs: at },
        ...(event === undefined ? {} : { event }),
      }))
    },
    async endWorker() {
      existing('wallet.endWorker()')
      await launched.endBackground()
    },
    lock: () => turn(existing('wallet.lock()').home, 'locked'),
    unlock: () => turn(existing('wallet.unlock()').home, 'unlocked'),
    async waiting() {
      if (home === undefined || home.isClosed()) return []
      return approvalsSchema.parse(await readSlice(home, 'approvals')).map(({ request }) => request.kind)
    },
  }
}
