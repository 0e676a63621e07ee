import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openHome, password } from './wallet.ts'

/** A platform authenticator of the browser's own, as a fingerprint reader would be. */
async function addAuthenticator(page: Page, { hasPrf = true } = {}): Promise<{ session: CDPSession; id: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, id: authenticatorId }
}

async function addPasskey(page: Page, chosen = password): Promise<void> {
  await page.getByTestId('passkey-add').click()
  await page.getByTestId('passkey-name').fill('This laptop')
  await page.getByTestId('passkey-password').fill(chosen)
  await page.getByTestId('passkey-make').click()
}

test('a passkey opens the wallet beside the password, and no longer once it is removed', async ({ wallet, popup }) => {
  const settings = await openHome(wallet, '/settings')
  await addAuthenticator(settings)
  await addPasskey(settings)
  await expect(settings.getByTestId('passkey')).toHaveText(/This laptop/)

  await settings.getByTestId('lock').click()
  await expect(popup.getByTestId('password')).toBeVisible()
  await settings.getByTestId('unlock-passkey').click()
  await expect(settings.getByTestId('passkey')).toBeVisible()
  await expect(popup.getByTestId('balance')).toBeVisible()

  await settings.getByTestId('passkey-remove').click()
  await expect(settings.getByTestId('passkey')).toHaveCount(0)
  await settings.getByTestId('lock').click()
  await expect(settings.getByTestId('password')).toBeVisible()
  await expect(settings.getByTestId('unlock-passkey')).toHaveCount(0)
})

test('a passkey opens the wallet in the popup, and in a tab where the system closes the popup to ask for it', async ({
  wallet,
  popup,
}) => {
  // An authenticator belongs to one tab: the popup's page is opened where the passkey was made.
  const page = await openHome(wallet, '/settings')
  const { session, id } = await addAuthenticator(page)
  await addPasskey(page)
  await expect(page.getByTestId('passkey')).toBeVisible()
  await page.getByTestId('lock').click()
  await expect(page.getByTestId('password')).toBeVisible()
  await page.goto(popup.url())
  await page.getByTestId('unlock-passkey').click()
  await expect(page.getByTestId('balance')).toBeVisible()

  await popup.getByTestId('lock').click()
  await expect(page.getByTestId('password')).toBeVisible()
  await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: id, enabled: false })
  await page.getByTestId('unlock-passkey').click()
  await expect(page.getByTestId('unlock-passkey')).toHaveAttribute('aria-busy', 'true')
  // The system is asked once the code for it has come: before that nothing closes the popup.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('prelude-popup-asks-passkey'))).toBe('1')
  await page.reload()
  await expect(page.getByText('so a tab opens')).toBeVisible()
  const homes = wallet.context.pages().filter(each => each !== page && each.url().includes('/home.html'))
  for (const home of homes) await home.close()
  const opened = wallet.context.waitForEvent('page')
  await page.getByTestId('unlock-passkey').click()
  await expect((await opened).getByTestId('unlock-passkey')).toBeVisible()
})

test('a wrong password adds no passkey; the right one then adds the passkey already created', async ({
  wallet,
  popup,
}) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const settings = await openHome(wallet, '/settings')
  const { session, id } = await addAuthenticator(settings)
  await addPasskey(settings, 'not the right password')
  await expect(settings.getByRole('dialog').getByRole('alert').first()).toBeVisible()
  await expect(settings.getByTestId('passkey')).toHaveCount(0)

  await settings.getByTestId('passkey-password').fill(password)
  await settings.getByTestId('passkey-make').click()
  await expect(settings.getByTestId('passkey')).toBeVisible()
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId: id })
  expect(credentials).toHaveLength(1)
})

test('somebody whom the device does not recognise is not let in', async ({ wallet, popup }) => {
  const settings = await openHome(wallet, '/settings')
  const { session, id } = await addAuthenticator(settings)
  await addPasskey(settings)
  await expect(settings.getByTestId('passkey')).toBeVisible()
  await settings.getByTestId('lock').click()

  await session.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false })
  await settings.getByTestId('unlock-passkey').click()
  await expect(settings.getByRole('alert').filter({ hasText: /passkey/ })).toBeVisible()
  await expect(popup.getByTestId('password')).toBeVisible()
})

test('a passkey without a PRF secret is refused with a message', async ({ wallet, popup }) => {
  await expect(popup.getByTestId('balance')).toBeVisible()
  const settings = await openHome(wallet, '/settings')
  await addAuthenticator(settings, { hasPrf: false })
  await addPasskey(settings)
  await expect(settings.getByRole('dialog').getByRole('alert').filter({ hasText: /PRF/ })).toBeVisible()
  await expect(settings.getByTestId('passkey')).toHaveCount(0)
})
