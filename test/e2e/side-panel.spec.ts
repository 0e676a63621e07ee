import { ownPage } from '../wallet-fixtures/launch.ts'
import { expect, test } from './fixtures.ts'

test('the menu of the popup opens the side panel', async ({ wallet, popup }) => {
  await popup.close()
  // The panel belongs to a browser window, and the toolbar's popup to the same one; a popup in a tab is the nearest to
  // it.
  const page = await wallet.context.newPage()
  await page.goto(wallet.address('popup.html'))
  await page.getByTestId('tab-more').click()
  await page.getByRole('button', { name: 'side panel' }).click()
  const own = ownPage(wallet)
  await expect
    .poll(
      () =>
        own.evaluate(async () => {
          const panels = await chrome.runtime.getContexts({ contextTypes: ['SIDE_PANEL'] as never })
          // A panel that is only just opening has no document yet.
          return panels.map(({ documentUrl }) => (documentUrl ? new URL(documentUrl).pathname : 'opening'))
        }),
      { message: 'the side panel among the open surfaces' },
    )
    .toEqual(['/home.html'])
})
