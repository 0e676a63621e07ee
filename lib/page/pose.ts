import { fixed } from './members'
import { onOwnAnnouncement, setEthereum } from './own-announcement'

/**
 * For one site, where the person asked for it: this wallet also shows itself as MetaMask, for sites that know no other.
 * In the form that such sites look for:
 * `window.ethereum.isMetaMask`, and an announcement of that name (EIP-6963). Its own announcement stays.
 * @param isWanted resolves with whether the person asked for it on this very origin; left out where that is known
 */
export function poseAsMetaMask(
  target: EventTarget,
  uuid: string,
  isWanted?: (provider: object) => Promise<boolean>,
): void {
  onOwnAnnouncement(target, async ({ provider, icon }) => {
    if (isWanted !== undefined && !(await isWanted(provider))) return
    const { defineProperties, freeze, getOwnPropertyDescriptors } = Object
    // A page never hears whether the wallet is locked, here either.
    const added = fixed({ isMetaMask: true, _metamask: freeze({ isUnlocked: async () => true }) })
    // The provider's getters read its own state, whichever object they are on.
    const posing = defineProperties(added, getOwnPropertyDescriptors(provider))
    setEthereum(target, posing)
    const info = freeze({ uuid, name: 'MetaMask', icon, rdns: 'io.metamask' })
    const detail = freeze({ info, provider: posing })
    const tell = () => target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    target.addEventListener('eip6963:requestProvider', tell)
    tell()
    target.dispatchEvent(new Event('ethereum#initialized'))
  })
}

/** Asks the worker, which knows the page's origin from the browser. */
export async function isPoseWanted(provider: object): Promise<boolean> {
  const { request } = provider as { request(call: { method: string }): Promise<unknown> }
  // The wallet does not show itself as another one to a site that it does not answer.
  return (await request({ method: 'prelude_isPosing' }).catch(() => false)) === true
}
