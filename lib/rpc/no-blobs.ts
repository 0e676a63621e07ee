/**
 * Replaces viem's functions for blobs (EIP-4844), which its serializer imports: the wallet signs no transaction of
 * type 3.
 */
export const blobsToCommitments = undefined
export const blobsToProofs = undefined
export const commitmentsToVersionedHashes = undefined
export const toBlobSidecars = undefined
