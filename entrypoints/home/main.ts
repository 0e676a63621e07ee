import { browser } from 'wxt/browser'
import { boot } from '@/components/boot'

// The port is opened before the application is parsed.
const connected = boot([
  'session',
  'settings',
  'networks',
  'accounts',
  'selection',
  'balance',
  'tokens',
  'contacts',
  'arrivals',
  'activity',
  'connection',
  'faucet',
  'approvals',
  'sites',
])
const application = import('./app')

// The same page is the side panel, which is no tab.
const [client, { start }, tab] = await Promise.all([connected, application, browser.tabs.getCurrent()])
start(client, tab === undefined ? 'side-panel' : 'tab')
