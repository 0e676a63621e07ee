import { loadDescriptor } from '@/lib/reading/descriptors/load'
import type { Descriptor } from '@/lib/reading/descriptors/types'
import delegations from './delegations.json'
import escrow from './escrow.json'
import permit2 from './permit2.json'
import spendPermissions from './spend-permissions.json'
import tokens from './tokens.json'
import wrappedEther from './wrapped-ether.json'
import x402Channels from './x402-channels.json'
import x402Offers from './x402-offers.json'

const files = { tokens, permit2, x402Channels, x402Offers, escrow, spendPermissions, delegations, wrappedEther }

/**
 * The wallet's own descriptors, for the kinds of typed data that it puts into words and for wrapped ether. Pages load
 * them when a decision needs them; the worker never does.
 */
export const bundledDescriptors: readonly Descriptor[] = Object.entries(files).map(([name, file]) => {
  const loaded = loadDescriptor({ name, text: JSON.stringify(file) })
  if (loaded.kind === 'fault') throw loaded.fault
  return loaded.descriptor
})
