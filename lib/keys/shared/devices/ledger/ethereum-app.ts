import { secp256k1 } from '@noble/curves/secp256k1'
import { concatBytes } from '@noble/hashes/utils'
import { type Address, bytesToHex, fromRlp, type Hex } from 'viem'
import { publicKeyToAddress } from 'viem/utils'
import { Failure, type FailureCode } from '@/lib/base/failure'
import { isSameAddress } from '@/lib/base/hex'
import { commandOf, type Exchange, instructions, partsOf, pathBytes } from './command'
import { type DeviceTypedData, typedDataCommands } from './typed-data'

/** What the Ethereum app says of itself. */
export interface AppConfiguration {
  /** Whether it signs what it cannot show in full. */
  signsBlindly: boolean
  version: readonly [major: number, minor: number, patch: number]
}

/**
 * The Ethereum app of a device. Every question is refused with what `contentOf` throws, with `ledger-unreadable` for an
 * answer that is none, and with what the exchange throws. Signatures are r, s and v, with v 27 or 28; whether they
 * are the account's, the worker finds out.
 * @see ethapp.adoc
 */
export interface EthereumApp {
  configuration(): Promise<AppConfiguration>
  /** @param isShown the device shows it, and the person confirms it there */
  address(path: string, isShown: boolean): Promise<Address>
  /** @param transaction unsigned: RLP of type 0 with its chain, or the type and RLP */
  signTransaction(path: string, transaction: Uint8Array): Promise<Hex>
  /** EIP-191 version 0x45. */
  signMessage(path: string, message: Uint8Array): Promise<Hex>
  /** The device shows the two hashes, 32 bytes each. */
  signTypedDataHashes(path: string, domainHash: Uint8Array, messageHash: Uint8Array): Promise<Hex>
  /** The device shows the values. @returns `null` where it cannot be told them */
  signTypedData(path: string, typedData: DeviceTypedData): Promise<Hex | null>
}

/** @param exchange with a device whose Ethereum app is open */
export function createEthereumApp(exchange: Exchange): EthereumApp {
  const ask = async (command: Uint8Array, question: Question) => contentOf(await exchange(command), question)

  /** The answer to the last command. */
  async function askAll(commands: readonly Uint8Array[], question: Question): Promise<Uint8Array> {
    let answer: Uint8Array = new Uint8Array()
    for (const command of commands) answer = await ask(command, question)
    return answer
  }

  return {
    async configuration() {
      const [flags, major, minor, patch] = await ask(commandOf(instructions.configuration, 0, 0), 'setting')
      if (flags === undefined || major === undefined || minor === undefined || patch === undefined) throw unreadable()
      return { signsBlindly: (flags & 1) === 1, version: [major, minor, patch] }
    },
    address: async (path, isShown) =>
      readAddress(await ask(commandOf(instructions.address, isShown ? 1 : 0, 0, pathBytes(path)), 'address')),
    async signTransaction(path, transaction) {
      const commands = partsOf(instructions.signTransaction, pathBytes(path), transaction, chainOffset(transaction))
      return readSignature(await askAll(commands, 'signature'), isTyped(transaction) ? 'parity' : 'chain')
    },
    async signMessage(path, message) {
      const head = new Uint8Array(4)
      new DataView(head.buffer).setUint32(0, message.length)
      const commands = partsOf(instructions.signMessage, concatBytes(pathBytes(path), head), message)
      return readSignature(await askAll(commands, 'signature'), 'plain')
    },
    async signTypedDataHashes(path, domainHash, messageHash) {
      const data = concatBytes(pathBytes(path), domainHash, messageHash)
      return readSignature(await ask(commandOf(instructions.signTypedData, 0, 0, data), 'typed-data'), 'plain')
    },
    async signTypedData(path, typedData) {
      const commands = typedDataCommands(typedData)
      if (commands === null) return null
      const last = commandOf(instructions.signTypedData, 0, 1, pathBytes(path))
      return readSignature(await askAll([...commands, last], 'typed-data'), 'plain')
    },
  }
}

/** The key with its length, then the address as text with its length. The address must be the key's. */
function readAddress(answer: Uint8Array): Address {
  const keyLength = answer[0] ?? 0
  const key = answer.slice(1, 1 + keyLength)
  const text = answer.slice(2 + keyLength, 2 + keyLength + (answer[1 + keyLength] ?? 0))
  const named = `0x${new TextDecoder().decode(text)}` as const
  if (key.length !== 65 || !/^0x[0-9a-f]{40}$/i.test(named)) throw unreadable()
  const address = publicKeyToAddress(bytesToHex(onCurve(key)))
  if (!isSameAddress(address, named)) throw unreadable()
  return address
}

function onCurve(key: Uint8Array): Uint8Array {
  try {
    return secp256k1.ProjectivePoint.fromHex(key).toRawBytes(false)
  } catch {
    throw unreadable()
  }
}

/**
 * How the device writes v: 0 or 1; 27 or 28 (0 or 1 on some versions); or the last byte of 35 + 2 × chain + parity,
 * which is odd for the parity 0.
 */
type Recovery = 'parity' | 'plain' | 'chain'

function readSignature(answer: Uint8Array, recovery: Recovery): Hex {
  const [v] = answer
  if (v === undefined || answer.length !== 65) throw unreadable()
  const parity = recovery === 'chain' ? 1 - (v % 2) : recovery === 'plain' && v >= 27 ? v - 27 : v
  if (parity > 1) throw unreadable()
  return bytesToHex(concatBytes(answer.subarray(1), Uint8Array.of(27 + parity)))
}

function isTyped(transaction: Uint8Array): boolean {
  return (transaction[0] ?? 0) < 0x80
}

/**
 * Where the chain of a type 0 transaction begins. A command that ends there looks like the end of a transaction
 * without a chain (EIP-155), so the rest stays together.
 */
function chainOffset(transaction: Uint8Array): number | undefined {
  if (isTyped(transaction)) return undefined
  const chain = fromRlp(transaction, 'bytes')[6]
  if (!(chain instanceof Uint8Array)) return undefined
  const isOneByte = chain.length === 1 && (chain[0] ?? 0) < 0x80
  return transaction.length - 2 - chain.length - (isOneByte ? 0 : 1)
}

function unreadable(): Failure {
  return new Failure('ledger-unreadable', { status: '' })
}

/** What is asked of the device: some status words mean another thing for another question. */
type Question = 'setting' | 'address' | 'signature' | 'typed-data'

const done = 0x9000

/** Status words with one meaning, whatever was asked. @see ethapp.adoc §Status Words */
const meanings: ReadonlyMap<number, FailureCode> = new Map([
  [0x5515, 'ledger-locked'],
  [0x6b0c, 'ledger-locked'],
  [0x6804, 'ledger-locked'],
  [0x5303, 'ledger-locked'],
  [0x6982, 'ledger-rejected'],
  [0x6985, 'ledger-rejected'],
  [0x5501, 'ledger-rejected'],
  [0x6501, 'ledger-app-too-old'],
  [0x6511, 'ledger-wrong-app'],
  [0x6e00, 'ledger-wrong-app'],
  [0x6e01, 'ledger-wrong-app'],
])
/** A command that the app in use does not know. */
const unknownCommands: readonly number[] = [0x6d00, 0x6d02]
/** Data that the app refuses; without blind signing that is what it answers to every call of a contract. */
const refusedData = 0x6a80

/**
 * @param answer of the device, with its status word at the end
 * @returns what comes before the status
 * @throws Failure `ledger-locked`, `ledger-rejected`, `ledger-wrong-app`, `ledger-app-too-old`,
 * `ledger-blind-signing-off`, `ledger-unreadable` {status: 4 hex digits}
 */
function contentOf(answer: Uint8Array, question: Question): Uint8Array {
  const [high, low] = answer.slice(-2)
  if (high === undefined || low === undefined) throw new Failure('ledger-unreadable', { status: '' })
  const status = high * 256 + low
  if (status === done) return answer.slice(0, -2)
  const code = meanings.get(status) ?? meaningFor(status, question)
  throw code === null
    ? new Failure('ledger-unreadable', { status: status.toString(16).padStart(4, '0') })
    : new Failure(code)
}

function meaningFor(status: number, question: Question): FailureCode | null {
  if (unknownCommands.includes(status)) return question === 'typed-data' ? 'ledger-app-too-old' : 'ledger-wrong-app'
  return status === refusedData && question !== 'setting' && question !== 'address' ? 'ledger-blind-signing-off' : null
}
