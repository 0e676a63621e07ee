import { bytesToHex } from '@noble/hashes/utils'
import type { Address, Hex } from 'viem'
import { isPermittedDelegate, noDelegate } from '@/lib/base/batch-delegate'
import type { AskDevice, SignedContent } from '@/lib/base/devices'
import { Failure } from '@/lib/base/failure'
import { isSameAddress, keccak256 } from '@/lib/base/hex'
import { accountOf, withPrivateKey } from '@/lib/keys/accounts/private-keys'
import { readDeviceSignature, signDigest } from '@/lib/keys/accounts/secp256k1'
import { bytesOf } from '@/lib/keys/shared/canonical/bytes'
import type { ApprovalProof, SignatureNumbers, Signer, VerifyApproval } from '@/lib/keys/shared/signing'
import type { Access } from '@/lib/keys/vault/access'
import type { Database } from '@/lib/storage/open'
import {
  authorizationDigest,
  authorizationOf,
  messageDigest,
  setCodeDigest,
  signatureBytes,
  signedSetCode,
  signedTransaction,
  transactionDigest,
  typedDataDigest,
  unsignedTransaction,
} from './agreement'
import { requireApprovedMessage, requireApprovedTransaction, requireApprovedTypedData } from './approved'
import { deviceKeyOf, deviceRequest, typedDataText } from './device-request'

/**
 * Signs with keys of the vault, and through a device with keys that are elsewhere. Approval first, then the digest
 * (made twice), then the key.
 */
export function createSigner({
  access,
  database,
  verifyApproval,
  askDevice,
}: {
  access: Access
  database: Database
  verifyApproval: VerifyApproval
  askDevice: AskDevice
}): Signer {
  /** Signs with a key of the vault and makes the result; nothing leaves if the vault was locked meanwhile. */
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

  /** Does what `sign` does, for one digest, wherever the key is. */
  async function signOne(
    approved: { approvalId: string; chainId: number },
    account: Address,
    digest: Uint8Array,
    shown: { content: SignedContent; data(): Hex },
  ): Promise<SignatureNumbers> {
    const open = await access.opened()
    const row = await accountOf(database, account)
    const key = deviceKeyOf(row)
    if (key === null) return sign(account, signed => signed(digest))
    const { content } = shown
    const request = deviceRequest(key, { ...approved, content, address: row.address, data: shown.data() }, digest)
    const signature = await askDevice(request, given => readDeviceSignature(given, digest, row.address))
    access.stillOpen(open)
    return signature
  }

  async function approved(approvalId: string, require: (proof: ApprovalProof) => void): Promise<number> {
    const proof = await verifyApproval(approvalId)
    require(proof)
    return proof.chainId
  }

  return {
    async signTransaction(approvalId, transaction) {
      const chainId = await approved(approvalId, proof => requireApprovedTransaction(proof, transaction))
      const digest = transactionDigest(transaction)
      const signature = await signOne({ approvalId, chainId }, transaction.from, digest, {
        content: transaction.type === 'legacy' ? 'transaction' : 'typed-transaction',
        data: () => unsignedTransaction(transaction),
      })
      const raw = signedTransaction(transaction, signature)
      return { raw, hash: keccak256(raw) }
    },

    async signSetCode(approvalId, transaction) {
      const { authority, delegate, from, to, data } = transaction
      await approved(approvalId, proof => {
        requireApprovedTransaction(proof, { ...transaction, value: 0n })
        const isPermitted =
          proof.isDelegateChosen === true
            ? to === noDelegate && data === '0x'
            : isPermittedDelegate(delegate) && isSameAddress(to, authority?.address ?? from)
        if (!isPermitted || (authority !== undefined && delegate !== noDelegate))
          throw new Failure('invalid-input', { field: 'delegate' })
      })
      const authorization = authorizationOf(transaction)
      const given = await sign(authority?.address ?? from, signed => signed(authorizationDigest(authorization)))
      const authorized = { ...authorization, ...given }
      const raw = await sign(from, signed =>
        signedSetCode(transaction, authorized, signed(setCodeDigest(transaction, authorized))),
      )
      return { raw, hash: keccak256(raw) }
    },

    async signMessage(approvalId, account, message) {
      const bytes = typeof message === 'string' ? messageBytes(message) : message
      const chainId = await approved(approvalId, proof => requireApprovedMessage(proof, account, bytes))
      const signature = await signOne({ approvalId, chainId }, account, messageDigest(bytes), {
        content: 'message',
        data: () => `0x${bytesToHex(bytes)}`,
      })
      return signatureBytes(signature)
    },

    async signTypedData(approvalId, account, typedData) {
      const chainId = await approved(approvalId, proof => requireApprovedTypedData(proof, account, typedData))
      const signature = await signOne({ approvalId, chainId }, account, typedDataDigest(typedData), {
        content: 'typed-data',
        data: () => typedDataText(typedData),
      })
      return signatureBytes(signature)
    },
  }
}

function messageBytes(hex: string): Uint8Array {
  try {
    return bytesOf(hex)
  } catch {
    throw new Failure('invalid-input')
  }
}
