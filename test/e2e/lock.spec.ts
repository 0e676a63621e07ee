import type { CDPSession, Page } from '@playwright/test'
import { english, generateMnemonic } from 'viem/accounts'
import { builds, copyExtension, installedPage, launchWithExtension, temporaryFolder } from '../commands/extension.ts'
import { isFirefox } from '../firefox/launch.ts'
import { expect, test } from './fixtures.ts'
import { openShop } from './shop.ts'
import { importWallet, killWorker, openHome, password, unlock, workerOf } from './wallet.ts'

const minute = 60_000

/** Milliseconds until the alarm that locks the wallet. */
function alarmIn(page: Page): Promise<number> {
  return page.evaluate(async () => ((await chrome.alarms.get('lock'))?.scheduledTime ?? 0) - Date.now())
}

async function expectLocked(page: Page): Promise<void> {
  await expect(page.getByTestId('password')).toBeVisible()
  await expect(page.getByTestId('balance')).toHaveCount(0)
  // What was painted last is gone too (nothing of it survives in what a page would paint first).
  const kept = async () =>
    Object.keys(await page.evaluate(() => chrome.storage.session.get(null))).filter(key => key.startsWith('snapshot'))
  await expect.poll(kept).toEqual([])
}

test('an alarm is set for the deadline, and at the deadline the wallet is locked although nobody touches it', async ({
  wallet,
  popup,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  await expect.poll(() => alarmIn(popup)).toBeGreaterThan(14 * minute)
  expect(await alarmIn(popup)).toBeLessThanOrEqual(15 * minute)

  // The time is moved, and the alarm rung; what follows is the wallet's own doing.
  if (isFirefox(wallet))
    await popup.evaluate(async ahead => {
      // The type of a window does not name its built-ins.
      const clock: DateConstructor = Reflect.get((await chrome.runtime.getBackgroundPage()) ?? window, 'Date')
      const { now } = clock
      clock.now = () => now() + ahead
    }, 15 * minute)
  else
    await (await workerOf(wallet)).evaluate(ahead => {
      const { now } = Date
      Date.now = () => now() + ahead
    }, 15 * minute)
  await popup.evaluate(() => chrome.alarms.create('lock', { when: Date.now() }))
  await expectLocked(popup)
})

test('an alarm before the deadline locks nothing', async ({ popup }) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const rung = popup.evaluate(
    () => new Promise<string>(resolve => chrome.alarms.onAlarm.addListener(({ name }) => resolve(name))),
  )
  await popup.evaluate(() => chrome.alarms.create('lock', { when: Date.now() }))
  expect(await rung).toBe('lock')
  // The wallet has heard it too: it set the next one.
  await expect.poll(() => alarmIn(popup)).toBeGreaterThan(14 * minute)
  await popup.reload()
  await expect(popup.getByTestId('balance')).toBeVisible()
})

test('a dead worker leaves the wallet unlocked; one that stayed dead beyond the deadline leaves it locked', async ({
  wallet,
  popup,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  await killWorker(wallet)
  await popup.reload()
  await expect(popup.getByTestId('balance')).toBeVisible()
  await expect(popup.getByTestId('password')).toHaveCount(0)
  const home = await openHome(wallet, '/accounts')
  await expect(home.getByTestId('account')).toHaveCount(1)
  await home.close()

  await popup.evaluate(async () => {
    const name = 'keyring-session'
    const { [name]: session } = await chrome.storage.session.get<Record<string, object>>(name)
    await chrome.storage.session.set({ [name]: { ...session, lockAt: Date.now() - 1 } })
  })
  await killWorker(wallet)
  await expect(popup.getByTestId('password')).toBeVisible()
})

// Chromium's own events are set off in its worker.
test('the keyboard command and the locked screen lock at once', { tag: '@chromium' }, async ({ wallet, popup }) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const shortcuts = await popup.evaluate(async () => (await chrome.commands.getAll()).map(command => command.shortcut))
  expect(shortcuts).toContain('Alt+Shift+L')

  const background = await workerOf(wallet)
  const home = await openHome(wallet, '/settings')
  await home.evaluate(() => Object.assign(window, { typed: 'before the lock' }))
  await background.evaluate("chrome.commands.onCommand.dispatch('lock')")
  await expectLocked(popup)
  // The tab that stays open starts anew, so that nothing of before is in its memory.
  await expect.poll(() => home.evaluate(() => 'typed' in window).catch(() => true)).toBe(false)
  await expect(home.getByTestId('password')).toBeVisible()

  await unlock(popup)
  await background.evaluate("chrome.idle.onStateChanged.dispatch('idle')")
  await background.evaluate("chrome.idle.onStateChanged.dispatch('locked')")
  await expectLocked(popup)
})

test('the lock time a person chooses is the one that holds', async ({ wallet, popup }) => {
  const settings = await openHome(wallet, '/settings')
  const left = () =>
    popup.evaluate(async () => {
      const alarm = await chrome.alarms.get('lock')
      return alarm === undefined ? null : alarm.scheduledTime - Date.now()
    })
  await settings.getByTestId('lock-after').selectOption('1')
  await expect.poll(async () => Math.ceil(((await left()) ?? 0) / minute)).toBe(1)
  await settings.getByTestId('lock-after').selectOption('never')
  await expect.poll(left).toBeNull()
})

// In Firefox an extension that is installed for a test ends with the browser.
test('restarting the browser locks; the password opens the same wallet again', { tag: '@chromium' }, async ({
  lifetime,
  browserInUse,
  network,
}) => {
  const extension = await copyExtension(lifetime, builds.local.folder, network)
  const profile = await temporaryFolder(lifetime, 'profile')
  const launch = () => launchWithExtension({ browser: browserInUse, extension, profile, headless: true })

  const before = await launch()
  await importWallet(await installedPage(before), generateMnemonic(english))
  const home = await openHome(before, '/accounts')
  const address = await home.getByTestId('account').getAttribute('data-address')
  await before.context.close()

  const after = await launch()
  const page = await openHome(after)
  await expectLocked(page)
  await unlock(page)
  await page.goto(after.address('home.html#/accounts'))
  await expect(page.getByTestId('account')).toHaveAttribute('data-address', address ?? '')
  await after.context.close()
})

test.describe('secrets', () => {
  /** Asks the worker from a page of ours as our own code would, past every screen. */
  function ask(page: Page, procedure: string, input: unknown): Promise<string> {
    return page.evaluate(
      request =>
        new Promise<string>((resolve, reject) => {
          const port = chrome.runtime.connect({ name: 'ui' })
          port.onMessage.addListener(message => resolve(JSON.stringify(message)))
          port.onDisconnect.addListener(() => reject(new Error('the worker hung up')))
          port.postMessage(request)
        }),
      { kind: 'call', id: 1, procedure, input },
    )
  }

  const key = `0x${'11'.repeat(32)}`
  const secret = (phrase: string, account: string): Record<string, unknown> => ({
    'phrase.generate': {},
    'phrase.check': { phrase },
    'vault.create': { password, phrase },
    'vault.reveal-phrase': { password },
    'vault.reveal-key': { password, address: account },
    'vault.export-backup': { password },
    'vault.import-backup': { password, backup: '{}' },
    'phrase.add': { phrase },
    'account.open-key': { privateKey: key },
    'account.import-key': { privateKey: key },
    'account.open-keystore': { keystore: '{}', password },
    'account.import-keystore': { keystore: '{}', password },
    'passkey.add': { password, credentialId: 'abc', prfOutput: key },
    'clipboard.clear-later': {},
  })

  test('are given to a full tab, and refused to the popup, the decision window and the popup’s page in a tab', async ({
    wallet,
    popup,
    phrase,
    account,
  }) => {
    const home = await openHome(wallet, '/settings')
    expect(await ask(home, 'vault.reveal-phrase', { password })).toContain(phrase)

    const approval = await wallet.context.newPage()
    await approval.goto(wallet.address('approval.html'))
    const popupInTab = await wallet.context.newPage()
    await popupInTab.goto(wallet.address('popup.html'))
    for (const page of [popup, approval, popupInTab])
      for (const [procedure, input] of Object.entries(secret(phrase, account))) {
        const answer = await ask(page, procedure, input)
        expect(JSON.parse(answer), `${procedure} from ${page.url()}`).toMatchObject({
          kind: 'failure',
          failure: { code: 'wrong-surface', details: { procedure } },
        })
      }
  })

  // By Chromium's debugging protocol.
  test('cannot be read or asked for by a content script of our own', { tag: '@chromium' }, async ({
    wallet,
    popup,
    shop,
  }) => {
    await expect(popup.getByTestId('balance')).toBeVisible()
    const page = await wallet.context.newPage()
    const session = await page.context().newCDPSession(page)
    const isolated = isolatedWorld(session, wallet.extensionId)
    await session.send('Runtime.enable')
    await openShop(page, shop.url)
    const contextId = await isolated

    const evaluate = async (expression: string): Promise<string> => {
      const { result } = await session.send('Runtime.evaluate', { expression, contextId, awaitPromise: true })
      return String(result.value)
    }
    expect(await evaluate('chrome.runtime.id')).toBe(wallet.extensionId)
    for (const area of ['local', 'session'])
      expect(
        await evaluate(`chrome.storage.${area}.get(null).then(JSON.stringify, error => 'refused: ' + error.message)`),
      ).toMatch(/^refused: .*not allowed/)
    expect(
      await evaluate(`new Promise(resolve => {
        const port = chrome.runtime.connect({ name: 'ui' })
        port.onMessage.addListener(message => resolve(JSON.stringify(message)))
        port.onDisconnect.addListener(() => resolve('hung up'))
        port.postMessage({ kind: 'subscribe', slices: ['session', 'accounts'] })
      })`),
    ).toBe('hung up')
  })
})

/** The world in which the extension's content scripts run in this page's main frame, once there is one. */
function isolatedWorld(session: CDPSession, extensionId: string): Promise<number> {
  return new Promise(resolve =>
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.origin === `chrome-extension://${extensionId}` && context.auxData?.type === 'isolated')
        resolve(context.id)
    }),
  )
}
