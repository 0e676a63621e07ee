import { type Descriptor, descriptorSchema } from '@/lib/decoding/descriptor'
import delegations from './delegations.json'
import escrow from './escrow.json'
import permit2 from './permit2.json'
import spendPermissions from './spend-permissions.json'
import tokens from './tokens.json'
import x402Channels from './x402-channels.json'
import x402Offers from './x402-offers.json'

/** For the kinds of typed data that move money or promise to. Pages load them when a decision needs them; the worker never does. */
export const descriptors: readonly Descriptor[] = [
  tokens,
  permit2,
  x402Channels,
  x402Offers,
  escrow,
  spendPermissions,
  delegations,
].map(file => descriptorSchema.parse(file))
