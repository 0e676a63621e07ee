import { boot } from '@/components/boot'

// The port is opened before the application is parsed.
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
