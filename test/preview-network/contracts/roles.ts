import { keccak256, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/**
 * Accounts with a part to play on the network. Their keys are made of their names, so everybody has them: a test signs
 * with them, and nothing of worth may ever be sent to them.
 */
function publicAccount(name: string) {
  const privateKey = keccak256(stringToHex(`preview network ${name}`))
  return { privateKey, ...privateKeyToAccount(privateKey) }
}

/** May pause the test dollar and set its holder policies. */
export const administrator = publicAccount('administrator')

/** Captures from the checkout. */
export const merchant = publicAccount('merchant')

/** Pays for the deployment in block 1. */
export const deployer = publicAccount('deployer')
