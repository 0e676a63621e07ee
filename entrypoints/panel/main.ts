import { boot } from '@/components/boot'

// The port is open before the application is parsed.
const connected = boot('panel')
const application = import('./app')

const [client, { start }] = await Promise.all([connected, application])
start(client)
