import {
  createSIWxResourceServerExtension,
  declareSIWxExtension,
  InMemorySIWxStorage,
  type SIWxStorage,
} from '@x402/extensions'

/** What a route declares that lets in whoever paid for it before (x402 extension `sign-in-with-x`). */
export const keptByBuyers = declareSIWxExtension({ statement: 'Open what you bought.', expirationSeconds: 300 })

/**
 * The server's side of it: remembers who paid for what, and takes each message once.
 * @param origin of the shop, as browsers see it
 */
export function letBuyersIn(origin: string): ReturnType<typeof createSIWxResourceServerExtension> {
  const paid = new InMemorySIWxStorage()
  const nonces = new Set<string>()
  const storage: SIWxStorage = {
    hasPaid: (resource, address) => paid.hasPaid(resource, address),
    recordPayment: (resource, address) => paid.recordPayment(resource, address),
    hasUsedNonce: nonce => nonces.has(nonce),
    recordNonce: nonce => void nonces.add(nonce),
  }
  return createSIWxResourceServerExtension({ storage, origin })
}
