import { boot } from '@/components/boot'

// The port is opened before the application is parsed.
const connected = boot([
  'session',
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
])
const application = import('./app')

const [client, { start }] = await Promise.all([connected, application])
start(client)
