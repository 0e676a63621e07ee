import { expect as base, type Locator, type Page } from '@playwright/test'
import { type Launched, ownPage, pageWhere } from './launch.ts'

/** What a person does with the wallet, in the words of its screens: for the fixtures, the suites and `npm run demo`. */

/** Long enough for a busy machine; nothing here is a measurement. */
const expect = base.configure({ timeout: 20_000 })

export const password = 'a long enough password'
/**
 * The popup as the toolbar opens it, in a window of the same size: Playwright does not see the real one.
 * @param from one of the extension's pages that stays open meanwhile
 */
export async function openPopup(wallet: Launched, from = ownPage(wallet)): Promise<Page> {
  const { context, address } = wallet
  const before = new Set(context.pages())
  await from.evaluate(
    url => chrome.windows.create({ url, type: 'popup', width: 360, height: 600, left: 900, top: 80 }),
    address('popup.html'),
  )
  return pageWhere(context, page => page.url() === address('popup.html') && !before.has(page), 'the popup')
}

/** The full tab at a route, as one of its own links opens it. */
export async function openHome({ context, address }: Launched, route = '/'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address(`home.html#${route}`))
  return page
}

/** A new wallet, words written down and proved. Resolves with the phrase. */
export async function createWallet(home: Page, chosen = password): Promise<string> {
  await home.getByTestId('first-run-create').click()
  await choosePassword(home, chosen)
  const phrase = await readPhrase(home)
  await home.getByTestId('continue').click()
  await proveBackup(home, phrase)
  await home.getByTestId('first-run-done').waitFor()
  return phrase.join(' ')
}

export async function choosePassword(home: Page, chosen: string): Promise<void> {
  await home.getByTestId('password').fill(chosen)
  await home.getByTestId('password-repeat').fill(chosen)
  await home.getByTestId('continue').click()
}

export async function readPhrase(home: Page): Promise<string[]> {
  await home.getByTestId('phrase-show').click()
  return home.getByTestId('phrase-words').getByRole('listitem').allInnerTexts()
}

export async function proveBackup(home: Page, phrase: readonly string[]): Promise<void> {
  const fields = home.getByTestId(/^backup-word-\d+$/)
  await fields.first().waitFor()
  for (const field of await fields.all()) {
    const position = Number((await field.getAttribute('data-testid'))?.replace('backup-word-', ''))
    await field.fill(phrase[position - 1] ?? '')
  }
  await home.getByTestId('continue').click()
}

export async function importWallet(home: Page, phrase: string, chosen = password): Promise<void> {
  await home.getByTestId('first-run-import').click()
  await home.getByTestId('import-words').fill(phrase)
  await choosePassword(home, chosen)
  await home.getByTestId('first-run-done').waitFor()
}

export async function unlock(page: Page, chosen = password): Promise<void> {
  await page.getByTestId('password').fill(chosen)
  await page.getByTestId('unlock').click()
  await page.getByTestId('password').waitFor({ state: 'detached' })
}

/** Presses the faucet's button and waits until at least `wei` is sealed or pre-confirmed on screen. */
export async function drip(popup: Page): Promise<void> {
  await popup.getByTestId('faucet-drip').click()
  await expectPending(popup, wei => wei > 0n)
}

/** Waits until the balance on screen, pre-confirmed included, is as `isRight` wants it. */
export async function expectPending(popup: Page, isRight: (wei: bigint) => boolean): Promise<void> {
  await expect
    .poll(async () => isRight(await shownWei(popup.getByTestId('pending-balance'), 'data-pending')), {
      message: 'the pre-confirmed balance on screen',
    })
    .toBe(true)
}

export async function expectSealed(popup: Page, isRight: (wei: bigint) => boolean): Promise<void> {
  await expect
    .poll(async () => isRight(await shownWei(popup.getByTestId('balance'), 'data-sealed')), {
      message: 'the sealed balance on screen',
    })
    .toBe(true)
}

async function shownWei(figure: Locator, attribute: string): Promise<bigint> {
  return BigInt((await figure.getAttribute(attribute)) ?? '0x0')
}

/** The window in which a request waits for its decision: the one that is open, or the next one to open. */
export async function decisionWindow(wallet: Launched): Promise<Page> {
  const isOurs = (page: Page) => page.url().startsWith(wallet.address('approval.html'))
  const page = await pageWhere(wallet.context, isOurs, 'the decision window')
  try {
    await page.getByTestId('decision').waitFor()
    return page
  } catch (error) {
    // It was the window of the decision before, on its way out.
    if (await hasClosed(page, error)) return decisionWindow(wallet)
    throw error
  }
}

/** Approves what the page shows, once its button is armed. */
export async function approve(page: Page, kind?: string): Promise<void> {
  if (kind) await expect(page.getByTestId('decision')).toHaveAttribute('data-kind', kind)
  await expectApprovable(page)
  await decide(page, 'approve')
}

/**
 * What a decision waits for once its page has nothing more to find out: its button can be pressed, the person has to
 * accept dangers first, or it can only be rejected.
 */
export async function whatRemains(page: Page): Promise<'approve' | 'accept' | 'reject'> {
  const dangers = '[data-testid=understood]:not(:checked), [data-testid=listed-site-show]'
  const refusals = '[data-testid=refused], [data-failure=insufficient-funds]'
  await expect(
    page.locator(`[data-testid=approve][aria-disabled=false], ${dangers}, ${refusals}`).first(),
  ).toBeVisible()
  if ((await page.locator(refusals).count()) > 0) return 'reject'
  return (await page.locator(dangers).count()) > 0 ? 'accept' : 'approve'
}

/**
 * Accepts the dangers, until nothing more of them stands in the way. A payment may be built meanwhile: then it is
 * another decision, and is ticked anew.
 */
export async function acceptDangers(page: Page): Promise<void> {
  while ((await whatRemains(page)) === 'accept') {
    const warning = page.getByTestId('listed-site-show')
    if ((await warning.count()) > 0) await warning.click()
    else await page.getByTestId('understood').check()
  }
}

export async function reject(page: Page): Promise<void> {
  await decide(page, 'reject')
}

/**
 * Presses the button, and waits until that decision is gone from the page, or the page itself. The decision may change
 * before the press arrives, because the payment was built or the simulation came in: then the wallet says so and signs
 * nothing, and what is shown now is decided.
 */
async function decide(page: Page, button: 'approve' | 'reject'): Promise<void> {
  const id = await page.getByTestId('decision').getAttribute('data-id')
  const decision = `[data-testid=decision][data-id="${id}"]`
  await untilGone(page, async () => {
    while (true) {
      await page.getByTestId(button).click()
      await page
        .locator(`html:not(:has(${decision})), ${decision} [data-failure="approval-changed"]`)
        .waitFor({ state: 'attached' })
      if ((await page.locator(decision).count()) === 0) return
      await expectApprovable(page)
    }
  })
}

/**
 * The window may be gone before the browser has reported the click that closes it; whoever asked tells what was
 * answered.
 */
export async function untilGone(page: Page, press: () => Promise<void>): Promise<void> {
  try {
    await press()
  } catch (error) {
    if (!(await hasClosed(page, error))) throw error
  }
}

/** Whether that is why `error` was thrown. In Firefox the error comes before the event that the page has closed. */
async function hasClosed(page: Page, error: unknown): Promise<boolean> {
  if (page.isClosed()) return true
  if (!(error instanceof Error) || !error.message.includes('Target page, context or browser has been closed'))
    return false
  await page.waitForEvent('close')
  return true
}

/** The button is armed, and nothing is missing of what would be signed. */
export async function expectApprovable(page: Page): Promise<void> {
  await expect(page.getByTestId('approve')).toHaveAttribute('aria-disabled', 'false')
}

/** Waits for the newest transaction on screen to have reached a level; `final` counts as everything below it. */
export async function expectLevel(page: Page, level: Level): Promise<void> {
  await expect(page.getByTestId('track').first()).toHaveAttribute('data-level', atLeast(level))
}

const levels = ['signed', 'submitted', 'accepted', 'preconfirmed', 'sealed', 'safe', 'final'] as const
export type Level = (typeof levels)[number]

function atLeast(level: Level): RegExp {
  return new RegExp(`^(?:${levels.slice(levels.indexOf(level)).join('|')})$`)
}

/** Ends the worker as the browser does when it runs out of memory. The next event starts a new one. */
export async function killWorker(wallet: Launched): Promise<void> {
  await wallet.endBackground()
}

/** The worker's own steps at which a `barriers` build can be held. */
export async function holdAt(page: Page, step: string): Promise<void> {
  await page.evaluate(name => chrome.storage.session.set({ barrier: name }), step)
}

/** Resolves once the worker stands at the step. */
export async function heldAt(page: Page, step: string): Promise<void> {
  await page.evaluate(
    name =>
      new Promise<void>(resolve => {
        const look = async () => {
          if ((await chrome.storage.session.get('barrierReached')).barrierReached === name) resolve()
        }
        chrome.storage.session.onChanged.addListener(() => void look())
        void look()
      }),
    step,
  )
}
