/**
 * Replaces viem's functions for blobs (EIP-4844), which its serializer imports: the wallet signs no transaction of
 * type 3. They are functions, because a linter of stores takes a call of anything else for an error.
 */
const unsupported = (): never => {
  throw new Error('Transactions with blobs are not supported.')
}
export const blobsToCommitments = (): never => unsupported()
export const blobsToProofs = (): never => unsupported()
export const commitmentsToVersionedHashes = (): never => unsupported()
export const toBlobSidecars = (): never => unsupported()
