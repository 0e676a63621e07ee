import { browser } from 'wxt/browser'
import { boot } from '@/components/boot'

// The port is open before the application is parsed.
const connected = boot('home')
const application = import('./app')
connected.then(
  async client => {
    if (client.read('session')?.vault === 'unlocked') await import('@/components/home/Unlocked')
  },
  // The page that needs it asks again, and tells.
  () => undefined,
)

// The side panel shows the same page, and is no tab.
const [client, { start }, tab] = await Promise.all([connected, application, browser.tabs.getCurrent()])
start(client, tab === undefined ? 'side-panel' : 'tab')
