import type { Page } from '@playwright/test'
import { decisionWindow, expectApprovable } from '../e2e/wallet.ts'
import { untilGone } from '../wallet-fixtures/screens.ts'
import { expect, test } from './fixtures.ts'
import { ask, meet } from './page.ts'

/**
 * Goes on with Tab until the element is reached. Returns how many stops that took; each of them is one that can be
 * seen.
 */
async function tabTo(page: Page, testId: string): Promise<number> {
  for (let stops = 1; stops <= 40; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const { activeElement } = document
      const box = activeElement?.getBoundingClientRect()
      const name = activeElement instanceof HTMLElement ? activeElement.dataset.testid : undefined
      return { name, isVisible: box !== undefined && box.width > 0 && box.height > 0 }
    })
    expect(stop.isVisible, `stop ${stops} on the way to ${testId}`).toBe(true)
    if (stop.name === testId) return stops
  }
  throw new Error(`${testId} is not reached by Tab`)
}

/** Approves without a pointer: Enter on the button does nothing, Space does it. */
async function approveByKeyboard(decision: Page, kind: string): Promise<void> {
  await expect(decision.getByTestId('decision')).toHaveAttribute('data-kind', kind)
  // The focus begins at the statement, so that a screen reader begins with what it does.
  await expect(decision.getByRole('heading', { level: 1 })).toBeFocused()
  await decision.keyboard.press('Enter')
  await decision.keyboard.press('Space')
  await tabTo(decision, 'approve')
  // The end of the simulation changes the decision, and a key that is pressed right after it does nothing.
  await decision.locator('.changes[aria-busy=true]').waitFor({ state: 'detached' })
  await expectApprovable(decision)
  await decision.keyboard.press('Enter')
  await expect(decision.getByTestId('approve')).toHaveAttribute('aria-busy', 'false')
  await expectApprovable(decision)
  await press(decision, 'Space')
}

/** Presses the key and waits until the decision is gone, or its window: the next one is looked for after that. */
async function press(decision: Page, key: string): Promise<void> {
  const id = await decision.getByTestId('decision').getAttribute('data-id')
  await untilGone(decision, async () => {
    await decision.keyboard.press(key)
    await decision.locator(`[data-testid=decision][data-id="${id}"]`).waitFor({ state: 'detached' })
  })
}

test('connecting, paying and signing are done with the keyboard alone, and refused with it', async ({
  wallet,
  site,
  funded,
  network,
}) => {
  const page = await wallet.context.newPage()
  await page.goto(site.at())
  await meet(page)
  const connecting = ask(page, 'eth_requestAccounts')
  await approveByKeyboard(await decisionWindow(wallet), 'connect')
  expect(await connecting).toEqual({ result: [funded] })

  const to = '0x00000000000000000000000000000000000000aa'
  const paying = ask(page, 'eth_sendTransaction', [{ from: funded, to, value: '0x1' }])
  await approveByKeyboard(await decisionWindow(wallet), 'transaction')
  expect(await paying).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]{64}$/) })

  const typedData = {
    types: { Order: [{ name: 'grams', type: 'uint256' }] },
    primaryType: 'Order',
    domain: { name: 'Coffee', chainId: network.chainId },
    message: { grams: '250' },
  }
  const signing = ask(page, 'eth_signTypedData_v4', [funded, typedData])
  await approveByKeyboard(await decisionWindow(wallet), 'typed-data')
  expect(await signing).toEqual({ result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })

  const refusing = ask(page, 'personal_sign', ['0x00', funded])
  const decision = await decisionWindow(wallet)
  await tabTo(decision, 'reject')
  await press(decision, 'Enter')
  expect(await refusing).toMatchObject({ error: { code: 4001 } })
})
