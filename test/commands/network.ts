import { type PreviewNetwork, startPreviewNetwork } from '../preview-network/index.ts'
import type { Lifetime } from './lifetime.ts'

/** The embedded network on its usual port, or on a free one when something else listens there. Ends with the command. */
export async function startNetworkNear(lifetime: Lifetime, port: number): Promise<PreviewNetwork> {
  const network = await startPreviewNetwork({ port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return startPreviewNetwork({ port: 0 })
  })
  lifetime.onEnd(() => network.stop())
  void network.failed.then(async () => {
    console.error('The embedded network has ended by itself.')
    await lifetime.end()
    process.exit(1)
  })
  return network
}
