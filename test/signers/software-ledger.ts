import { createRequire } from 'node:module'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { bytesToHex, concat, type Hex, keccak256, parseTransaction, type TypedDataParameter } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { bytesToBigInt, bytesToString } from 'viem/utils'

/** CommonJS, whose default export every loader gives in another place. */
const { default: createFraming }: { default: typeof import('@ledgerhq/devices/lib/hid-framing').default } =
  createRequire(import.meta.url)('@ledgerhq/devices/lib/hid-framing')

/** What the device answers in place of what was asked. */
export type Fault = 'locked' | 'rejected' | 'wrong-app'

/**
 * A Ledger with the Ethereum app open, as software: it holds a key, takes HID reports (in the framing of the maker's
 * library) and decodes the commands on its own, by the app's specification. It has the face of a `HIDDevice`.
 */
export interface SoftwareLedger {
  opened: boolean
  open(): Promise<void>
  close(): Promise<void>
  sendReport(reportId: number, data: Uint8Array): Promise<void>
  addEventListener(type: 'inputreport', listener: Listener): void
  removeEventListener(type: 'inputreport', listener: Listener): void
  /** How the last typed data was shown. */
  shown: 'values' | 'hashes' | null
  fault: Fault | null
  /** Another program holds the device, or the cable was pulled. */
  isHeld: boolean
  isUnplugged: boolean
  /** Nobody presses a button: what needs one is not answered. */
  isWaiting: boolean
  addressOf(path: string): string
}

type Listener = (event: { readonly data: DataView }) => void

const words = { done: '9000', locked: '5515', rejected: '6985', 'wrong-app': '6e00', unknown: '6d00', invalid: '6a80' }

export function createSoftwareLedger(
  phrase: string,
  { version = [1, 12, 1], hasValues = true }: { version?: readonly number[]; hasValues?: boolean } = {},
): SoftwareLedger {
  const master = HDKey.fromMasterSeed(mnemonicToSeedSync(phrase))
  const listeners = new Set<Listener>()
  let reports: Buffer[] = []
  let content: Buffer = Buffer.alloc(0)
  let key: Hex = '0x'
  let told = createTold()

  function privateKey(path: string): Hex {
    const { privateKey } = master.derive(path)
    if (privateKey === null) throw new Error('no private key')
    return bytesToHex(privateKey)
  }

  /** Takes the path off. */
  function take(data: Buffer): Buffer {
    const count = data.readUInt8(0)
    const steps = Array.from({ length: count }, (_, at) => data.readUInt32BE(1 + 4 * at))
    const text = steps.map(step => (step >= 2 ** 31 ? `${step - 2 ** 31}'` : `${step}`)).join('/')
    key = privateKey(`m/${text}`)
    return data.subarray(1 + 4 * count)
  }

  async function signed(hash: Hex, v: (parity: number) => number): Promise<string> {
    const { r, s, yParity = 0 } = await sign({ hash, privateKey: key })
    return `${v(yParity).toString(16).padStart(2, '0')}${r.slice(2)}${s.slice(2)}${words.done}`
  }

  async function signMessage(): Promise<string> {
    if (content.length < 4 || content.length - 4 < content.readUInt32BE(0)) return words.done
    const signature = await privateKeyToAccount(key).signMessage({ message: { raw: bytesToHex(content.subarray(4)) } })
    return `${signature.slice(-2)}${signature.slice(2, -2)}${words.done}`
  }

  async function signTransaction(): Promise<string> {
    const first = content.readUInt8(0)
    const list = first < 0x80 ? content.subarray(1) : content
    const lengthBytes = Math.max(0, list.readUInt8(0) - 0xf7)
    const length = lengthBytes === 0 ? list.readUInt8(0) - 0xc0 : list.readUIntBE(1, lengthBytes)
    if (list.length < 1 + lengthBytes + length) return words.done
    const raw = bytesToHex(content)
    const { chainId = 0 } = parseTransaction(raw)
    return signed(keccak256(raw), parity => (first < 0x80 ? parity : (35 + 2 * (chainId % 2 ** 32) + parity) % 256))
  }

  async function answerTo(command: Buffer): Promise<string> {
    const [kind, instruction, p1, p2] = command
    const data = command.subarray(5)
    if (kind !== 0xe0 || data.length !== command.readUInt8(4)) return words['wrong-app']
    if (instruction === 0x06) return `01${Buffer.from(version).toString('hex')}${words.done}`
    if (instruction === 0x02) {
      take(data)
      const { publicKey, address } = privateKeyToAccount(key)
      return `41${publicKey.slice(2)}28${Buffer.from(address.slice(2)).toString('hex')}${words.done}`
    }
    if (instruction === 0x04 || instruction === 0x08) {
      content = p1 === 0 ? take(data) : Buffer.concat([content, data])
      return instruction === 0x04 ? signTransaction() : signMessage()
    }
    if (instruction === 0x0c) {
      const rest = take(data)
      device.shown = p2 === 1 ? 'values' : 'hashes'
      if (p2 === 1) {
        const signature = await privateKeyToAccount(key).signTypedData(told.whole())
        told = createTold()
        return `${signature.slice(-2)}${signature.slice(2, -2)}${words.done}`
      }
      return rest.length === 64 ? signed(keccak256(concat(['0x1901', bytesToHex(rest)])), p => 27 + p) : words.invalid
    }
    if (hasValues && instruction === 0x1a) told.define(p2 === 0, data)
    else if (hasValues && instruction === 0x1c) told.fill(p1 === 1, p2 ?? 0, data)
    else return words.unknown
    return words.done
  }

  async function receive(report: Buffer): Promise<void> {
    const framing = createFraming(report.readUInt16BE(0), 64)
    // The first report of a command: what came of one before that was cut off is forgotten.
    if (report.readUInt16BE(3) === 0) reports = []
    reports.push(report)
    const state = reports.reduce<ReturnType<typeof framing.reduceResponse> | null>(
      (so, each) => framing.reduceResponse(so, each),
      null,
    )
    const command = framing.getReducedResult(state)
    if (command === null || command === undefined) return
    reports = []
    const answer = device.fault === null ? await answerTo(command) : words[device.fault]
    if (device.isWaiting && asksPerson(command)) return
    for (const block of framing.makeBlocks(Buffer.from(answer, 'hex')))
      for (const listener of listeners) listener({ data: new DataView(Uint8Array.from(block).buffer) })
  }

  const device: SoftwareLedger = {
    opened: false,
    shown: null,
    fault: null,
    isHeld: false,
    isUnplugged: false,
    isWaiting: false,
    async open() {
      if (device.isHeld) throw new DOMException('Failed to open the device.', 'NotAllowedError')
      device.opened = true
    },
    async close() {
      device.opened = false
    },
    async sendReport(_, data) {
      if (device.isUnplugged) throw new DOMException('Failed to write the report.', 'NotAllowedError')
      await receive(Buffer.from(data))
    },
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
    addressOf: path => privateKeyToAccount(privateKey(path)).address,
  }
  return device
}

/** A signature, or an address that is shown. */
function asksPerson(command: Buffer): boolean {
  const [, instruction = 0, p1] = command
  return [0x04, 0x08, 0x0c].includes(instruction) || (instruction === 0x02 && p1 === 1)
}

const typeNames = ['', 'int', 'uint', 'address', 'bool', 'string', 'bytes', 'bytes']

/** Puts typed data together from what the device is told. */
function createTold() {
  const types: Record<string, TypedDataParameter[]> = {}
  let current = ''
  const roots: { name: string; values: Buffer[] }[] = []
  let value: Buffer = Buffer.alloc(0)

  function define(isName: boolean, data: Buffer): void {
    if (isName) {
      current = data.toString()
      types[current] = []
      return
    }
    let at = 1
    const byte = () => data.readUInt8(at++)
    const text = () => {
      const length = byte()
      at += length
      return data.toString('utf8', at - length, at)
    }
    const flags = data.readUInt8(0)
    const kind = flags & 0x0f
    let type = kind === 0 ? text() : (typeNames[kind] ?? '')
    if ((flags & 0x40) !== 0) type += kind === 6 ? byte() : byte() * 8
    if ((flags & 0x80) !== 0) for (let left = byte(); left > 0; left -= 1) type += byte() === 1 ? `[${byte()}]` : '[]'
    types[current]?.push({ type, name: text() })
  }

  function fill(isPartial: boolean, p2: number, data: Buffer): void {
    if (p2 === 0x00) return void roots.push({ name: data.toString(), values: [] })
    value = Buffer.concat([value, data])
    if (isPartial) return
    if (p2 === 0xff && value.readUInt16BE(0) !== value.length - 2) throw new Error('a value of another length')
    roots.at(-1)?.values.push(p2 === 0xff ? value.subarray(2) : value)
    value = Buffer.alloc(0)
  }

  function read(type: string, values: Buffer[]): unknown {
    const array = /^(.*)\[\d*\]$/.exec(type)?.[1]
    if (array !== undefined) return Array.from({ length: values.shift()?.readUInt8(0) ?? 0 }, () => read(array, values))
    const struct = types[type]
    if (struct !== undefined) return Object.fromEntries(struct.map(each => [each.name, read(each.type, values)]))
    const bytes = values.shift()
    if (bytes === undefined) throw new Error('a value was not told')
    if (type === 'string') return bytesToString(bytes)
    if (type === 'bool') return bytes.readUInt8(0) === 1
    if (type.startsWith('uint')) return bytesToBigInt(bytes)
    if (type.startsWith('int')) return BigInt.asIntN(Number(type.slice(3)), bytesToBigInt(bytes))
    return bytesToHex(bytes)
  }

  return {
    define,
    fill,
    whole() {
      const [domain, message] = roots
      if (domain === undefined || message === undefined) throw new Error('two roots are needed')
      const structs = [domain, message].map(({ name, values }) => {
        const struct = read(name, values)
        if (typeof struct !== 'object' || values.length > 0) throw new Error('values of no field')
        return { ...struct }
      })
      return { types, primaryType: message.name, domain: structs[0] ?? {}, message: structs[1] ?? {} }
    },
  }
}
