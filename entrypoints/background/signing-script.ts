import type { mod } from '@noble/curves/abstract/modular'
import type { secp256k1 } from '@noble/curves/secp256k1'
import type { encodeAbiParameters, serializeTransaction } from 'viem'
import type * as batches from '@/lib/activity/sending/batch'
import type * as signed from '@/lib/activity/sending/signed'
import type * as curve from '@/lib/keys/accounts/secp256k1'
import type * as agreement from '@/lib/keys/signing/agreement'
import type * as approved from '@/lib/keys/signing/approved'
import type * as device from '@/lib/keys/signing/device-request'
import type * as messages from '@/lib/provider/message-signer'
import { laterScript } from './later-script'

/** The modules that the worker's first script does without: each of their functions is called at a later time. */
export type SigningCode = typeof agreement &
  typeof approved &
  typeof batches &
  typeof curve &
  typeof device &
  typeof messages &
  typeof signed

/**
 * The curve, the two encoders of what is signed, and what reads signatures. Loaded with the first decision, or when
 * the wallet signs or makes an account before one.
 */
export const signingScript = laterScript<
  SigningCode & {
    /** Parts of libraries, for the other later scripts. */
    libraries: {
      encodeAbiParameters: typeof encodeAbiParameters
      mod: typeof mod
      secp256k1: typeof secp256k1
      serializeTransaction: typeof serializeTransaction
    }
  }
>('/signing.js')
