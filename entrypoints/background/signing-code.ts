import { type SigningCode, signingScript } from './signing-script'

/** Stands in for the modules of {@link SigningCode} in the worker (`wxt.config.ts`): calls go to the later script. */

export const addressOfPrivateKey: SigningCode['addressOfPrivateKey'] = key =>
  signingScript.load().addressOfPrivateKey(key)
export const authorizationDigest: SigningCode['authorizationDigest'] = authorization =>
  signingScript.load().authorizationDigest(authorization)
export const authorizationOf: SigningCode['authorizationOf'] = transaction =>
  signingScript.load().authorizationOf(transaction)
export const batchOf: SigningCode['batchOf'] = (...given) => signingScript.load().batchOf(...given)
export const deviceKeyOf: SigningCode['deviceKeyOf'] = account => signingScript.load().deviceKeyOf(account)
export const deviceRequest: SigningCode['deviceRequest'] = (...given) => signingScript.load().deviceRequest(...given)
export const isPrivateKey: SigningCode['isPrivateKey'] = bytes => signingScript.load().isPrivateKey(bytes)
export const messageDigest: SigningCode['messageDigest'] = message => signingScript.load().messageDigest(message)
export const readDeviceSignature: SigningCode['readDeviceSignature'] = (...given) =>
  signingScript.load().readDeviceSignature(...given)
export const readSigned: SigningCode['readSigned'] = raw => signingScript.load().readSigned(raw)
export const recoverMessageSigner: SigningCode['recoverMessageSigner'] = (...given) =>
  signingScript.load().recoverMessageSigner(...given)
export const requireApprovedMessage: SigningCode['requireApprovedMessage'] = (...given) =>
  signingScript.load().requireApprovedMessage(...given)
export const requireApprovedTransaction: SigningCode['requireApprovedTransaction'] = (...given) =>
  signingScript.load().requireApprovedTransaction(...given)
export const requireApprovedTypedData: SigningCode['requireApprovedTypedData'] = (...given) =>
  signingScript.load().requireApprovedTypedData(...given)
export const setCodeDigest: SigningCode['setCodeDigest'] = (...given) => signingScript.load().setCodeDigest(...given)
export const signatureBytes: SigningCode['signatureBytes'] = signature => signingScript.load().signatureBytes(signature)
export const signDigest: SigningCode['signDigest'] = (...given) => signingScript.load().signDigest(...given)
export const signedSetCode: SigningCode['signedSetCode'] = (...given) => signingScript.load().signedSetCode(...given)
export const signedTransaction: SigningCode['signedTransaction'] = (...given) =>
  signingScript.load().signedTransaction(...given)
export const transactionDigest: SigningCode['transactionDigest'] = transaction =>
  signingScript.load().transactionDigest(transaction)
export const typedDataDigest: SigningCode['typedDataDigest'] = typedData =>
  signingScript.load().typedDataDigest(typedData)
export const typedDataText: SigningCode['typedDataText'] = typedData => signingScript.load().typedDataText(typedData)
export const unsignedTransaction: SigningCode['unsignedTransaction'] = transaction =>
  signingScript.load().unsignedTransaction(transaction)
