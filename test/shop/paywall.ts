import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { inDollars } from './dollar.ts'
import { escaped, page } from './layout.ts'

/** What a browser shows whose wallet does not pay by itself. The terms are in the answer's headers. */
export function paywallPage({ resource, accepts, error }: PaymentRequired, isShops = true): string {
  const [first] = accepts
  return page({
    isShops,
    title: resource.description ?? 'For paying readers',
    main: `
      <section class="intro paywall" data-testid="paywall">
        <p class="eyebrow">402, payment required</p>
        <h1>${escaped(resource.description ?? 'For paying readers')}</h1>
        <p class="lede">${first === undefined ? '' : priceOf(first)} A wallet that can pay for a page offers it by itself: nothing to click here.</p>
        ${error === undefined || error === 'Payment required' ? '' : `<p class="notice" data-testid="paywall-error">${escaped(error)}</p>`}
        <p class="soft">Read it once, no account, no subscription. The money moves when the page is delivered.</p>
      </section>`,
  })
}

function priceOf({ scheme, amount }: PaymentRequirements): string {
  // A hostile merchant may write anything.
  if (!/^\d+$/.test(amount)) return `It costs ${amount}.`
  const price = inDollars(BigInt(amount))
  return scheme === 'upto' ? `It costs at most ${price} test dollars.` : `It costs ${price} test dollars.`
}
