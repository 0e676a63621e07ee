import { concatBytes } from '@noble/hashes/utils'
import { Failure } from '@/lib/base/failure'

/** Sends a command and returns the answer with its status word. */
export type Exchange = (command: Uint8Array) => Promise<Uint8Array>

const ethereumClass = 0xe0
/** The longest data of one command: its length is one byte. */
export const longestData = 255
/** The length of a part of a transaction or a message: all versions of the app take that much. */
const partLength = 150
const mostSteps = 10

/** The commands of the Ethereum app. @see ethapp.adoc §General purpose APDUs */
export const instructions = {
  address: 0x02,
  signTransaction: 0x04,
  configuration: 0x06,
  signMessage: 0x08,
  signTypedData: 0x0c,
  defineStruct: 0x1a,
  fillStruct: 0x1c,
} as const

/** @param data at most 255 bytes @throws RangeError where it is longer */
export function commandOf(
  instruction: number,
  p1: number,
  p2: number,
  data: Uint8Array = new Uint8Array(),
): Uint8Array {
  if (data.length > longestData) throw new RangeError('The data of the command is too long.')
  return concatBytes(Uint8Array.of(ethereumClass, instruction, p1, p2, data.length), data)
}

/**
 * @param path as `m/44'/60'/0'/0/0`
 * @returns the number of steps, and each as 4 bytes
 * @throws Failure `invalid-input`
 */
export function pathBytes(path: string): Uint8Array {
  const [root, ...steps] = path.split('/')
  if (root !== 'm' || steps.length === 0 || steps.length > mostSteps) throw new Failure('invalid-input')
  const bytes = new Uint8Array(1 + 4 * steps.length)
  bytes[0] = steps.length
  steps.forEach((step, at) => {
    const index = Number(/^(\d{1,10})'?$/.exec(step)?.[1])
    if (!(index < 0x8000_0000)) throw new Failure('invalid-input')
    new DataView(bytes.buffer).setUint32(1 + 4 * at, index + (step.endsWith("'") ? 0x8000_0000 : 0))
  })
  return bytes
}

/**
 * Splits what is signed over several commands.
 * @param head what comes before it in the first command: the path, and for a message its length
 * @param whole from this byte on it stays in one command; absent: nowhere
 */
export function partsOf(
  instruction: number,
  head: Uint8Array,
  content: Uint8Array,
  whole = content.length,
): Uint8Array[] {
  const commands: Uint8Array[] = []
  let at = 0
  do {
    const isFirst = commands.length === 0
    let end = Math.min(at + partLength - (isFirst ? head.length : 0), content.length)
    if (end >= whole) end = content.length
    const part = content.subarray(at, end)
    commands.push(commandOf(instruction, isFirst ? 0x00 : 0x80, 0, isFirst ? concatBytes(head, part) : part))
    at = end
  } while (at < content.length)
  return commands
}
