import { onOwnAnnouncement, setEthereum } from './own-announcement'

/**
 * For people who asked for it in the settings: `window.ethereum` is this wallet's provider even where another one has
 * it, or wants it.
 */
export function takeEthereum(target: EventTarget): void {
  onOwnAnnouncement(target, ({ provider }) => setEthereum(target, provider))
}
