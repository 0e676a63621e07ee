import { expect, test } from './fixtures.ts'

test('the menu of the popup opens the side panel, which shows the same wallet and no secrets', async ({
  wallet,
  popup,
}) => {
  await popup.getByRole('button', { name: 'Menu' }).click()
  await popup.getByRole('button', { name: 'side panel' }).click()
  await expect
    .poll(
      async () => {
        const page = wallet.context.pages().find(candidate => candidate.url().startsWith(wallet.address('home.html')))
        return page?.evaluate(async () => {
          const panels = await chrome.runtime.getContexts({ contextTypes: ['SIDE_PANEL'] as never })
          return panels.map(panel => new URL(panel.documentUrl ?? '').pathname)
        })
      },
      { message: 'the side panel among the open surfaces' },
    )
    .toEqual([expect.stringMatching(/^\/(?:home|sidepanel)\.html$/)])
})
