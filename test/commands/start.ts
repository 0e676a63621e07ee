import { startShop } from '../shop/server.ts'
import { requireBrowser } from './browser.ts'
import { browsers, engineAskedFor } from './browsers.ts'
import { buildExtension, copyExtension, installedPage, temporaryFolder } from './extension.ts'
import { createLifetime } from './lifetime.ts'
import { startNetworkNear } from './network.ts'

/**
 * `npm start [-- --firefox]`: the main job for a person. Build, embedded network, shop, and a browser with the wallet
 * on its first-run page.
 */
const lifetime = createLifetime()
try {
  const engine = engineAskedFor()
  const { launch, build } = browsers[engine]
  const browser = await requireBrowser(lifetime, engine)
  const [network, built] = await Promise.all([startNetworkNear(lifetime, 8545), buildExtension(lifetime, build)])
  const shop = await startShop({ ...network, port: 8600, claimEverySeconds: 60 })
  lifetime.onEnd(() => shop.close())
  const extension = await copyExtension(lifetime, built, network)
  const profile = await temporaryFolder(lifetime, 'profile')
  const headless = !hasDisplay()
  const wallet = await launch({ browser, extension, profile, headless })
  const { context, address } = wallet
  lifetime.onEnd(() => context.close())
  // A person who closes the window is done.
  context.once('close', () => void lifetime.end().then(() => process.exit(0)))

  // The extension opens its first-run page by itself; the shop goes to the tab the browser started with.
  const home = await installedPage(wallet)
  await context.pages()[0]?.goto(shop.url)
  await home.bringToFront()

  console.log(`
  wallet      ${address('home.html')}
  to load it elsewhere, unpacked: ${extension}
  shop        ${shop.url}
  its hostile neighbour ${shop.hostile.url}
  explorer    ${network.explorerUrl}
  RPC         ${network.rpcUrl}   chain id ${network.chainId}
  WebSocket   ${network.wsUrl}
  faucet      ${network.faucetUrl}

  ${headless ? `There is no display, so ${browser.version} runs headless.` : `The wallet is open in ${browser.version}.`} Ctrl-C ends everything.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  await lifetime.end()
  process.exit(1)
}

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}
