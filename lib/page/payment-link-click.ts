import { longestLinkTold } from '@/lib/language/dapp'

/**
 * The payment link (ERC-681) that a person just followed.
 * @returns `null` for every other click: one that a script made, that the page handled, or that the browser gives
 * another meaning (another button, a modifier). A link that is too long is cut, to be refused where it is read
 */
export function clickedPaymentLink(event: MouseEvent): string | null {
  const { isTrusted, defaultPrevented, button, altKey, ctrlKey, metaKey, shiftKey } = event
  if (!isTrusted || defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return null
  // A link inside a component of the page is in the path, and is not the target.
  const anchor = event.composedPath().find(each => each instanceof HTMLAnchorElement)
  return anchor?.protocol === 'ethereum:' ? anchor.href.slice(0, longestLinkTold) : null
}
