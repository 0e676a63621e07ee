import { openHome } from '../e2e/wallet.ts'
import { expect, test } from './fixtures.ts'
import { closePanel, openPanel } from './surfaces.ts'

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    test.use({ theme })

    test(
      'the toolbar’s popup and the sidebar have room for what they show',
      {
        tag: theme === 'light' ? '@firefox' : [],
      },
      async ({ firefox, popup }, testInfo) => {
        await expect(popup.getByTestId('balance')).toBeVisible()
        await popup.close()
        const home = await openHome(firefox)
        await expect(home.getByTestId('balance')).toBeVisible()

        const shown = await openPanel(firefox, home, { panel: 'popup', testId: 'balance' })
        await testInfo.attach(`popup-${theme}.png`, { body: shown.picture, contentType: 'image/png' })
        expect([shown.width, shown.height, shown.excess]).toEqual([360, 600, 0])
        await closePanel(firefox, 'popup')

        // The sidebar has the width that Firefox gives it the first time.
        const sidebar = await openPanel(firefox, home, { panel: 'sidebar', testId: 'balance' })
        await testInfo.attach(`sidebar-${theme}.png`, { body: sidebar.picture, contentType: 'image/png' })
        expect([sidebar.width, sidebar.excess]).toEqual([252, 0])
        await closePanel(firefox, 'sidebar')
      },
    )
  })
}
