import { ethereumOf, onOwnAnnouncement, setEthereum } from './own-announcement'

/**
 * For people who asked for it in the settings: `window.ethereum` is this wallet's provider even where another one has
 * it, or wants it. Where this wallet shows itself as another one, its provider of that kind stays.
 */
export function takeEthereum(target: EventTarget): void {
  onOwnAnnouncement(target, ({ provider }) => {
    const { isMetaMask, isPrelude } = ethereumOf(target)
    if (!isMetaMask || !isPrelude) setEthereum(target, provider)
  })
}
