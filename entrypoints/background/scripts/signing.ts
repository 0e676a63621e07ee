/**
 * The curve, the two encoders of what is signed, and what reads signatures. The worker's first script calls them
 * through stand-ins, and the other later scripts take the parts of libraries from here (`later-scripts.config.ts`).
 */
export { mod } from '@noble/curves/abstract/modular'
export { secp256k1 } from '@noble/curves/secp256k1'
export { encodeAbiParameters, serializeTransaction } from 'viem'
export * from '@/lib/activity/sending/batch'
export * from '@/lib/activity/sending/signed'
export * from '@/lib/keys/accounts/secp256k1'
export * from '@/lib/keys/shared/canonical/typed-data'
export * from '@/lib/keys/signing/agreement'
export * from '@/lib/keys/signing/approved'
export * from '@/lib/keys/signing/device-request'
export * from '@/lib/provider/message-signer'
