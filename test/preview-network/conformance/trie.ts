import { type Hex, keccak256, size, toRlp } from 'viem'

/** What the nodes of a trie are made of before they are encoded. */
type Structure = Hex | Structure[]

interface Leaf {
  /** What is left of the way to it, in half bytes. */
  path: number[]
  value: Hex
}

/** The root of the trie that has these values under their places in the list (Ethereum yellow paper, appendix D). */
export function listRoot(values: Hex[]): Hex {
  if (values.length === 0) return keccak256('0x80')
  const leaves = values.map((value, index) => ({
    path: [...toRlp(index === 0 ? '0x' : evenHex(index)).slice(2)].map(digit => Number.parseInt(digit, 16)),
    value,
  }))
  return keccak256(toRlp(node(leaves)))
}

function node(leaves: Leaf[]): Structure {
  const [first, ...others] = leaves
  if (first === undefined) return '0x'
  if (others.length === 0) return [packed(first.path, true), first.value]
  const shared = first.path.findIndex((digit, index) => others.some(({ path }) => path[index] !== digit))
  const common = shared === -1 ? first.path.length : shared
  if (common > 0) return [packed(first.path.slice(0, common), false), reference(after(leaves, common))]
  const children = Array.from({ length: 16 }, (_, digit) =>
    reference(
      after(
        leaves.filter(({ path }) => path[0] === digit),
        1,
      ),
    ),
  )
  return [...children, leaves.find(({ path }) => path.length === 0)?.value ?? '0x']
}

function after(leaves: Leaf[], count: number): Leaf[] {
  return leaves.map(({ path, value }) => ({ path: path.slice(count), value }))
}

/** A node within another one: itself where it is short, else its hash. */
function reference(leaves: Leaf[]): Structure {
  const structure = node(leaves)
  if (structure === '0x') return structure
  const encoded = toRlp(structure)
  return size(encoded) < 32 ? structure : keccak256(encoded)
}

/** A path as bytes, with a first half byte that says whether it ends here and whether its length is odd. */
function packed(path: number[], isLeaf: boolean): Hex {
  const isOdd = path.length % 2 === 1
  const flag = (isLeaf ? 2 : 0) + (isOdd ? 1 : 0)
  const digits = [flag, ...(isOdd ? [] : [0]), ...path]
  return `0x${digits.map(digit => digit.toString(16)).join('')}`
}

/** A number in whole bytes. */
export function evenHex(value: number | bigint): Hex {
  const digits = value.toString(16)
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`
}
