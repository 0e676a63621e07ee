#!/usr/bin/env node
import { createPreviewNetwork, OptionsError, type PreviewNetwork, PreviewNetworkError } from './index.ts'
import { flagOf, type GivenOptions, parseArguments } from './options.ts'

/** Exit codes: wrong arguments, and a network that cannot start or has failed. */
const codes = { arguments: 2, failure: 1 }

/** Milliseconds between two looks whether the parent process still runs. */
const parentInterval = 500

function argumentsOrExit(args: string[]): GivenOptions {
  try {
    return parseArguments(args)
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error
    for (const { option, message } of error.issues) {
      console.error(option === '' ? message : `--${flagOf(option)}: ${message}`)
    }
    process.exit(codes.arguments)
  }
}

async function startOrExit(options: GivenOptions): Promise<PreviewNetwork> {
  try {
    return await createPreviewNetwork(options)
  } catch (error) {
    if (!(error instanceof PreviewNetworkError)) throw error
    console.error(error.message)
    process.exit(codes.failure)
  }
}

const parent = process.ppid
const args = process.argv.slice(2)
const isDetached = args.includes('--detached')
const network = await startOrExit(argumentsOrExit(args.filter(arg => arg !== '--detached')))
let isStopping = false

async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  await network.stop()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// A killed parent sends no signal; its child gets another parent.
if (!isDetached) setInterval(() => process.ppid !== parent && void stop(0), parentInterval).unref()
void network.failed.then(reason => {
  console.error(reason)
  void stop(codes.failure)
})

const { chainId, rpcUrl, wsUrl, faucetUrl, explorerUrl, contracts } = network
console.log(JSON.stringify({ chainId, rpcUrl, wsUrl, faucetUrl, explorerUrl, shopUrl: null, contracts }))
