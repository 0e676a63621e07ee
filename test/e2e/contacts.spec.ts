import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { approve, drip, expectApprovable, expectLevel, openHome } from './wallet.ts'

const shop = '0xbDA5747bFD65F08deb54cb465eB87D40e51B197E'
const alike = '0xbda500000000000000000000000000000000197e'

test('a name given once stands wherever the address appears: in Send, in the decision, in the activity', async ({
  wallet,
  popup,
}) => {
  await drip(popup)
  const home = await openHome(wallet, '/contacts')
  await home.getByTestId('contact-add').click()
  await home.getByTestId('contact-name').fill('Coffee shop')
  // One letter in the wrong case: the checksum of EIP-55 tells.
  await home.getByTestId('contact-address').fill(shop.replace('eB87', 'Eb87'))
  await home.getByTestId('contact-address').blur()
  await expect(home.getByTestId('contact-address')).toHaveAttribute('aria-invalid', 'true')
  await expect(home.getByTestId('contact-save')).toBeDisabled()
  await home.getByTestId('contact-address').fill(shop)
  await home.getByTestId('contact-save').click()
  await expect(home.getByTestId('contact')).toContainText('Coffee shop')
  // Another address with the same two ends is no friend.
  await home.getByTestId('contact-add').click()
  await home.getByTestId('contact-address').fill(alike)
  await expect(home.getByRole('dialog').getByRole('alert').filter({ hasText: 'Coffee shop' })).toBeVisible()
  // A selection that is dragged out of its field does not close the dialog; a click beside it does.
  const field = await home.getByTestId('contact-address').boundingBox()
  if (field === null) throw new Error('the field is on screen')
  await home.mouse.move(field.x + 40, field.y + field.height / 2)
  await home.mouse.down()
  await home.mouse.move(4, field.y + field.height / 2)
  await home.mouse.up()
  await expect(home.getByTestId('contact-address')).toHaveValue(alike)
  await home.mouse.click(4, 4)
  await expect(home.getByTestId('contact-address')).toHaveCount(0)

  await popup.getByTestId('send').click()
  await popup.getByTestId('send-to').fill('nobody I know')
  await expect(popup.getByText('No contact of that name, and not an address')).toBeVisible()
  await popup.getByTestId('send-to').fill('coff')
  await expect(popup.getByTestId('recipient')).toContainText('Coffee shop')
  await popup.getByTestId('send-to').press('Enter')
  await expect(popup.getByTestId('send-to-chosen')).toHaveAttribute('data-address', shop.toLowerCase())
  await popup.getByTestId('send-amount').fill('0.01')
  await popup.getByTestId('review').click()
  await expectApprovable(popup)
  await expect(popup.getByTestId('decision').getByRole('heading')).toContainText('to Coffee shop')
  await approve(popup, 'transaction')
  await expectLevel(popup, 'preconfirmed')
  await popup.reload()
  await expect(popup.getByTestId('transaction-row')).toContainText('to Coffee shop')
})

test('contacts are exported and imported, and invalid rows are listed', async ({ wallet, popup }) => {
  await popup.getByTestId('balance').waitFor()
  const home = await openHome(wallet, '/contacts')
  await home.getByTestId('contacts-import').click()
  await home.getByTestId('contacts-file').setInputFiles({
    name: 'friends.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,address\r\nCoffee shop,${shop}\r\nNobody,0x12\r\n`),
  })
  await expect(home.getByTestId('contacts-read')).toContainText('1 contact in this file')
  await expect(home.getByTestId('contacts-read')).toContainText('3')
  await home.getByTestId('contacts-keep').click()
  await expect(home.getByTestId('contact')).toHaveCount(1)
  await home.getByTestId('contacts-export').click()
  const [download] = await Promise.all([home.waitForEvent('download'), home.getByTestId('export-json').click()])
  const exported = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(exported).toEqual([{ name: 'Coffee shop', address: shop.toLowerCase() }])
  await home.getByTestId('contact-remove').click()
  await home.getByTestId('contact-remove-now').click()
  await expect(home.getByTestId('contact')).toHaveCount(0)
})
