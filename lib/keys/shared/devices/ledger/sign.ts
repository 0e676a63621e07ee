import { type Hex, hashDomain, hashStruct, hexToBytes, hexToString } from 'viem'
import type { DeviceAccount, SigningRequest } from '@/lib/base/devices'
import { Failure } from '@/lib/base/failure'
import { isSameAddress } from '@/lib/base/hex'
import type { AppConfiguration, EthereumApp } from './ethereum-app'
import type { DeviceTypedData } from './typed-data'

/** How typed data comes before the person on the device: with its values, or as these two hashes. */
export type Shown = { as: 'values' } | { as: 'hashes'; domainHash: Hex; messageHash: Hex }

/** The first version of the app that shows the values of typed data. @see ethapp.adoc §Version history */
const firstWithValues: AppConfiguration['version'] = [1, 9, 19]

/**
 * Has a device sign what was approved. First it must be the account's: another device, or another passphrase on the
 * same one, signs nothing.
 * @param onShown told before the device asks the person, for typed data
 * @returns r, s and v (27 or 28). Whether it is the account's signature of these bytes, the worker finds out
 * @throws Failure `ledger-other-account`, `signer-unsupported`, and those of `EthereumApp`
 */
export async function signWithLedger(
  app: EthereumApp,
  request: SigningRequest,
  onShown: (shown: Shown) => void,
): Promise<Hex> {
  const { path, content, data } = request
  const { version } = await app.configuration()
  await requireAccount(app, request)
  if (content === 'message') return app.signMessage(path, hexToBytes(data))
  if (content === 'typed-data') return signTypedData(app, path, typedDataOf(data), { version, onShown })
  // The app signs types 0, 1 and 2. Type 4 asks for a confirmation of the delegate that this codec does not speak.
  if (content === 'typed-transaction' && !['0x01', '0x02'].includes(data.slice(0, 4)))
    throw new Failure('signer-unsupported')
  return app.signTransaction(path, hexToBytes(data))
}

/** @throws Failure `ledger-other-account`: it is another device, or its passphrase is another one */
export async function requireAccount(
  app: EthereumApp,
  { path, address }: Pick<DeviceAccount, 'path' | 'address'>,
): Promise<void> {
  if (!isSameAddress(await app.address(path, false), address)) throw new Failure('ledger-other-account')
}

async function signTypedData(
  app: EthereumApp,
  path: string,
  typedData: DeviceTypedData,
  { version, onShown }: { version: AppConfiguration['version']; onShown: (shown: Shown) => void },
): Promise<Hex> {
  if (isAtLeast(version, firstWithValues)) {
    onShown({ as: 'values' })
    const signature = await app.signTypedData(path, typedData).catch(unlessTooOld)
    if (signature !== null) return signature
  }
  const { types, primaryType, domain, message } = typedData
  const domainHash = hashDomain({ domain, types })
  const messageHash = hashStruct({ data: message, primaryType, types })
  onShown({ as: 'hashes', domainHash, messageHash })
  return app.signTypedDataHashes(path, hexToBytes(domainHash), hexToBytes(messageHash))
}

/** Some devices have too little memory for the values, and their app answers as an older one. */
function unlessTooOld(error: unknown): null {
  if (error instanceof Failure && error.code === 'ledger-app-too-old') return null
  throw error
}

function typedDataOf(data: Hex): DeviceTypedData {
  return JSON.parse(hexToString(data))
}

function isAtLeast(version: AppConfiguration['version'], least: AppConfiguration['version']): boolean {
  const at = version.findIndex((part, index) => part !== least[index])
  return at === -1 || (version[at] ?? 0) > (least[at] ?? 0)
}
