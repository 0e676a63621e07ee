import { type PreviewNetwork, startPreviewNetwork } from './index.ts'
import { type Options, parseOptions } from './options.ts'
import { StoreError } from './store.ts'

function optionsOrExit(): Options {
  try {
    return parseOptions(process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}

async function startOrExit(options: Options): Promise<PreviewNetwork> {
  try {
    return await startPreviewNetwork(options)
  } catch (error) {
    if (error instanceof StoreError) {
      console.error(error.message)
      process.exit(1)
    }
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    console.error(`The port ${options.port} is in use; --port 0 takes a free one.`)
    process.exit(1)
  }
}

const network = await startOrExit(optionsOrExit())
let isStopping = false

async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  await network.stop()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
void network.failed.then(reason => {
  console.error(reason)
  void stop(1)
})

const { chainId, rpcUrl, wsUrl, faucetUrl, explorerUrl, contracts } = network
console.log(JSON.stringify({ chainId, rpcUrl, wsUrl, faucetUrl, explorerUrl, shopUrl: null, contracts }))
