import { createPreviewNetwork, PortTakenError, type PreviewNetwork } from '../preview-network/index.ts'
import type { Lifetime } from './lifetime.ts'

/**
 * Starts the embedded network on its usual port, or on a free one when another program listens there. Ends with the
 * command.
 */
export async function startNetworkNear(lifetime: Lifetime, port: number): Promise<PreviewNetwork> {
  const network = await createPreviewNetwork({ port }).catch((error: unknown) => {
    if (!(error instanceof PortTakenError)) throw error
    return createPreviewNetwork({ port: 0 })
  })
  lifetime.onEnd(() => network.stop())
  void network.failed.then(async () => {
    console.error('The embedded network has ended by itself.')
    await lifetime.end()
    process.exit(1)
  })
  return network
}
