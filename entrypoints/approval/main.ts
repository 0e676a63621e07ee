import { boot } from '@/components/boot'

// The port is open before the application is even parsed.
const connected = boot([
  'session',
  'networks',
  'accounts',
  'contacts',
  'selection',
  'tokens',
  'connection',
  'approvals',
  'sites',
])
const application = import('./app')

const [client, { start }] = await Promise.all([connected, application])
start(client)
