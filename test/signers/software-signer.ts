import {
  CryptoHDKey,
  CryptoKeypath,
  CryptoMultiAccounts,
  DataType,
  ETHSignature,
  EthSignRequest,
  PathComponent,
  type RegistryItem,
} from '@keystonehq/bc-ur-registry-eth'
import { URDecoder } from '@ngraveio/bc-ur'
import type { Locator } from '@playwright/test'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { bytesToHex, hexToBytes, keccak256, parseTransaction } from 'viem'
import { english, generateMnemonic, mnemonicToAccount, privateKeyToAccount, sign } from 'viem/accounts'
import { readDrawing } from './camera.ts'

/**
 * A signing device as software: other people's codec (Keystone's), viem's signatures. It sees only what is on screen.
 */
export interface SoftwareSigner {
  addresses: readonly string[]
  /** The fingerprint of the signer's master key, hex. */
  fingerprint: string
  /** Frames that share the first accounts; every third is lost. */
  sharedAccounts(): string[]
  /** Reads a request from the screen, and loses every third frame. */
  read(screen: Locator): Promise<EthSignRequest>
  /** Frames of the answer; every third is lost. */
  answer(request: EthSignRequest): Promise<string[]>
}

const root = "44'/60'/0'"
/** Short fragments, so that even a signature takes several frames. */
const longestFragment = 40

export function createSoftwareSigner(phrase = generateMnemonic(english)): SoftwareSigner {
  const master = HDKey.fromMasterSeed(mnemonicToSeedSync(phrase))
  const fingerprint = Buffer.alloc(4)
  fingerprint.writeUInt32BE(master.fingerprint)
  const account = master.derive(`m/${root}`)

  function shared(): CryptoMultiAccounts {
    const steps = root.split('/').map(step => new PathComponent({ index: Number.parseInt(step, 10), hardened: true }))
    if (account.publicKey === null || account.chainCode === null) throw new Error('no public key')
    const key = new CryptoHDKey({
      isMaster: false,
      key: Buffer.from(account.publicKey),
      chainCode: Buffer.from(account.chainCode),
      origin: new CryptoKeypath(steps, fingerprint),
    })
    return new CryptoMultiAccounts(fingerprint, [key], 'Test device')
  }

  return {
    addresses: [0, 1].map(addressIndex => mnemonicToAccount(phrase, { addressIndex }).address),
    fingerprint: fingerprint.toString('hex'),
    sharedAccounts: () => frames(shared()),

    async read(screen) {
      const decoder = new URDecoder()
      const seen = new Set<string>()
      while (!decoder.isComplete()) {
        const drawing = (await screen.locator('path').getAttribute('d')) ?? ''
        const side = Number((await screen.locator('svg').getAttribute('viewBox'))?.split(' ').at(-1))
        const text = readDrawing(drawing, side).toLowerCase()
        if (seen.has(text)) continue
        seen.add(text)
        if (seen.size % 3 !== 2) decoder.receivePart(text)
      }
      if (!decoder.isSuccess()) throw new Error(decoder.resultError())
      return EthSignRequest.fromCBOR(decoder.resultUR().cbor)
    },

    async answer(request) {
      if (request.getSourceFingerprint().toString('hex') !== fingerprint.toString('hex'))
        throw new Error('The request is for another device.')
      const key = master.derive(`m/${request.getDerivationPath().replace(/^m\//, '')}`).privateKey
      if (key === null) throw new Error('no private key')
      const signature = await signed(bytesToHex(key), request)
      return frames(new ETHSignature(Buffer.from(hexToBytes(signature)), request.getRequestId()))
    },
  }
}

/** Signs as each kind of data asks. It checks a transaction by reading it. */
async function signed(privateKey: `0x${string}`, request: EthSignRequest): Promise<`0x${string}`> {
  const signer = privateKeyToAccount(privateKey)
  const data = request.getSignData()
  switch (request.getDataType()) {
    case DataType.personalMessage:
      return signer.signMessage({ message: { raw: bytesToHex(data) } })
    case DataType.typedData:
      return signer.signTypedData(JSON.parse(data.toString('utf8')))
    case DataType.typedTransaction: {
      const raw = bytesToHex(data)
      if (parseTransaction(raw).chainId !== request.getChainId()) throw new Error('The request is for another chain.')
      return sign({ hash: keccak256(raw), privateKey, to: 'hex' })
    }
    default:
      throw new Error('The device does not sign that.')
  }
}

/**
 * Enough frames to read the message, with every third of them lost. A film repeats, so a part that is in none of its
 * frames would never come.
 */
function frames(item: RegistryItem): string[] {
  const encoder = item.toUREncoder(longestFragment)
  const decoder = new URDecoder()
  const shown: string[] = []
  for (let index = 0; !decoder.isComplete(); index++) {
    const part = encoder.nextPart()
    if (index % 3 === 1) continue
    decoder.receivePart(part)
    shown.push(part.toUpperCase())
  }
  return shown
}
