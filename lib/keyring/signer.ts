import { type Address, keccak256 } from 'viem'
import type { Database } from '@/lib/database/open'
import { Failure } from '@/lib/values/failure'
import type { Access } from './access'
import {
  authorizationDigest,
  delegationResetDigest,
  messageDigest,
  resetAuthorization,
  signatureBytes,
  signedDelegationReset,
  signedTransaction,
  transactionDigest,
  typedDataDigest,
} from './agreement'
import { requireApprovedMessage, requireApprovedTransaction, requireApprovedTypedData } from './approved'
import { bytesOf } from './canonical/bytes'
import type { SignatureNumbers } from './canonical/transaction'
import { accountOf, withPrivateKey } from './private-keys'
import { signDigest } from './secp256k1'
import type { ApprovalProof, DelegationReset, Signer, VerifyApproval } from './types'

/** The signer whose keys are in the vault. Approval first, then the digest (made twice), then the key. */
export function createVaultSigner({
  access,
  database,
  verifyApproval,
}: {
  access: Access
  database: Database
  verifyApproval: VerifyApproval
}): Signer {
  /** Signs with the account's key and makes the result; nothing leaves if the vault was locked meanwhile. */
  async function sign<Result>(
    account: Address,
    use: (sign: (digest: Uint8Array) => SignatureNumbers) => Result,
  ): Promise<Result> {
    const open = await access.opened()
    const row = await accountOf(database, account)
    const result = await withPrivateKey(open, row, key => use(digest => signDigest(digest, key, row.address)))
    access.stillOpen(open)
    return result
  }

  async function approved(approvalId: string, require: (proof: ApprovalProof) => void): Promise<void> {
    require(await verifyApproval(approvalId))
  }

  return {
    async signTransaction(approvalId, transaction) {
      await approved(approvalId, proof => requireApprovedTransaction(proof, transaction))
      const digest = transactionDigest(transaction)
      const raw = await sign(transaction.from, signed => signedTransaction(transaction, signed(digest)))
      return { raw, hash: keccak256(raw) }
    },

    async signDelegationReset(approvalId, reset) {
      await approved(approvalId, proof => requireApprovedTransaction(proof, selfCall(reset)))
      const raw = await sign(reset.from, signed => {
        const authorization = resetAuthorization(reset)
        const authorized = { ...authorization, ...signed(authorizationDigest(authorization)) }
        return signedDelegationReset(reset, authorized, signed(delegationResetDigest(reset, authorized)))
      })
      return { raw, hash: keccak256(raw) }
    },

    async signMessage(approvalId, account, message) {
      const bytes = typeof message === 'string' ? messageBytes(message) : message
      await approved(approvalId, proof => requireApprovedMessage(proof, account, bytes))
      const digest = messageDigest(bytes)
      return sign(account, signed => signatureBytes(signed(digest)))
    },

    async signTypedData(approvalId, account, typedData) {
      await approved(approvalId, proof => requireApprovedTypedData(proof, account, typedData))
      const digest = typedDataDigest(typedData)
      return sign(account, signed => signatureBytes(signed(digest)))
    },
  }
}

/** What a delegation reset is besides its authorization: a call of oneself that does nothing. */
function selfCall(reset: DelegationReset) {
  return { ...reset, to: reset.from, value: 0n, data: '0x' } as const
}

function messageBytes(hex: string): Uint8Array {
  try {
    return bytesOf(hex)
  } catch {
    throw new Failure('invalid-input')
  }
}
