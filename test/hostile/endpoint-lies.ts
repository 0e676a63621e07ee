import { type Hex, keccak256 } from 'viem'
import type { Faults, RpcRequest } from '../faulty-gateway.ts'
import type { Mode } from '../preview-network/modes.ts'

/** One thing that an endpoint says and that is not so, in every answer, for as long as it is there. */
export interface Lie {
  /** The method whose answer it is, or the subscription whose items they are. */
  method: string
  /** The field; empty: the whole answer. */
  field: string
  says: string
  /** The kind of network that it is told of; by default one that tells of partial blocks. */
  mode?: Mode
  /** It is in what is pushed. */
  isPushed?: true
  /** Ms that it has to last before the wallet draws a conclusion. */
  lastsMs?: number
  /** Made anew for each endpoint that lies so. */
  faults(): Partial<Pick<Faults, 'answer' | 'rewrite' | 'rewriteItem'>>
}

const far = 1_000_000_000n
const hex = (value: bigint): string => `0x${value.toString(16)}`
const other = `0x${'dd'.repeat(32)}`
const stranger = `0x${'dd'.repeat(20)}`
const ether = 10n ** 18n
const gwei = 10n ** 9n

type Change = (truth: unknown) => unknown
const plus =
  (value: bigint): Change =>
  truth => {
    const sum = BigInt(String(truth)) + value
    return hex(sum < 0n ? 0n : sum)
  }
const always =
  (value: unknown): Change =>
  () =>
    value
/** Changes one field of an object, where there is an object with that field. */
const inField =
  (field: string, change: Change): Change =>
  truth =>
    typeof truth === 'object' && truth !== null && field in truth
      ? { ...truth, [field]: change(Object.entries(truth).find(([name]) => name === field)?.[1]) }
      : truth

function lie(method: string, field: string, says: string, change: Change, isAbout = (_: RpcRequest) => true): Lie {
  const changed = field === '' ? change : inField(field, change)
  return {
    ...{ method, field, says },
    faults: () => ({
      rewrite: (call, result) =>
        call.method === method && isAbout(call) && result !== null ? changed(result) : result,
    }),
  }
}

/** An answer that the network was never asked for. */
function instead(method: string, says: string, reply: ReturnType<Faults['answer']>): Lie {
  return {
    ...{ method, field: '', says },
    faults: () => ({ answer: call => (call.method === method ? reply : undefined) }),
  }
}

const error = (code: number, message: string) => ({ error: { code, message } })

/** What is pushed; `field` tells the items of one subscription from those of others. */
function pushed(kind: 'newHeads' | 'partial blocks', field: string, says: string, change: Change): Lie {
  const known = kind === 'newHeads' ? 'parentHash' : 'nonce'
  return {
    ...{ method: kind, field, says, isPushed: true },
    faults: () => ({
      rewriteItem: item =>
        typeof item === 'object' && item !== null && known in item ? inField(field, change)(item) : item,
    }),
  }
}

/** Changes an item of a subscription that only some networks have. */
function pushedBy(mode: Mode, field: string, says: string, change: Change): Lie {
  const method = { shreds: 'shreds', 'mini-blocks': 'miniBlocks', 'proposed-blocks': 'monadNewHeads' }[String(mode)]
  return {
    ...{ method: method ?? mode, field, says, mode, isPushed: true },
    faults: () => ({ rewriteItem: change }),
  }
}

/** Changes each element of a list. */
const inEach =
  (field: string, change: Change): Change =>
  truth =>
    inField(field, list => (Array.isArray(list) ? list.map(change) : list))(truth)
const inShred = (part: 'transaction' | 'receipt', field: string, change: Change): Change =>
  inEach('transactions', inField(part, inField(field, change)))

const tagged =
  (...tags: string[]) =>
  ({ params }: RpcRequest): boolean =>
    tags.includes(String(params[0]))
const latest = tagged('latest')
const byNumber = ({ params }: RpcRequest): boolean => String(params[0]).startsWith('0x') && params[0] !== '0x0'

const hashOf = (truth: unknown): unknown =>
  typeof truth === 'object' && truth !== null && 'transactionHash' in truth ? truth.transactionHash : other

const send = 'eth_sendRawTransaction'
const receipt = 'eth_getTransactionReceipt'
const block = 'eth_getBlockByNumber'
const count = 'eth_getTransactionCount'
const status = 'base_transactionStatus'
const byHash = 'eth_getTransactionByHash'

const hashOfBytes = (raw: unknown): Hex => keccak256(String(raw) as Hex)

/**
 * Takes the bytes, and says from then on that it never heard of them.
 * @param isPassedOn whether the network has them
 */
function withhold(isPassedOn: boolean): ReturnType<Lie['faults']> {
  const kept = new Set<unknown>()
  return {
    answer({ method, params }) {
      if (method !== send) return undefined
      const hash = hashOfBytes(params[0])
      const isNew = !kept.has(hash)
      kept.add(hash)
      return isPassedOn && isNew ? undefined : { result: hash }
    },
    rewrite({ method }, result) {
      if (method === receipt || method === byHash) return null
      if (method === status) return { status: 'Unknown' }
      return method === count ? '0x0' : result
    },
  }
}

/** Passes the bytes on, and shows another transaction in their place in the block. */
function exchange(): ReturnType<Lie['faults']> {
  return {
    rewrite({ method }, result) {
      if (method === receipt || method === byHash) return null
      if (method === status) return { status: 'Unknown' }
      if (method !== block || result === null) return result
      return inEach('transactions', each => (typeof each === 'string' ? other : inField('hash', always(other))(each)))(
        result,
      )
    },
  }
}

/** Refuses the bytes, keeps them, and says that it has them where it is asked for them. */
function refuseAndHave(message: string): ReturnType<Lie['faults']> {
  const kept = new Set<unknown>()
  const sent = { from: stranger, to: null, nonce: '0x0', value: '0x0', input: '0x', gas: '0x5208' }
  return {
    answer({ method, params }) {
      const [about] = params
      if (method === send) kept.add(hashOfBytes(about))
      if (method === send) return error(-32_000, message)
      if (method !== byHash || !kept.has(about)) return undefined
      return { result: { ...sent, hash: about, blockHash: null, blockNumber: null } }
    },
  }
}

/** Does not tell the status of a transaction, so that it is asked for the transaction. */
function withoutStatus(transaction: Change): ReturnType<Lie['faults']> {
  return {
    answer: ({ method }) => (method === status ? error(-32_601, 'method not found') : undefined),
    rewrite: ({ method }, result) => (method === byHash && result !== null ? transaction(result) : result),
  }
}

/**
 * Keeps the bytes, and says in all its answers, none of which contradicts another, that they are in a final block.
 * @param isInBody its blocks list them too
 */
function forge(isInBody: boolean): ReturnType<Lie['faults']> {
  const kept = new Set<unknown>()
  let sender: unknown = null
  let head: unknown = null
  const place = () => (typeof head === 'object' && head !== null ? Object(head) : {})
  const forged = (hash: unknown) => ({
    ...{ transactionHash: hash, from: sender, to: null, blockHash: place().hash, blockNumber: place().number },
    ...{ status: '0x1', gasUsed: '0x5208', effectiveGasPrice: '0x5b8d80', contractAddress: null, logs: [] },
  })
  const withBody = isInBody ? inField('transactions', each => [each, ...kept].flat()) : (truth: unknown) => truth
  return {
    answer({ method, params }) {
      const [about] = params
      if (method === count) sender = about
      if (method === send) kept.add(hashOfBytes(about))
      if (method === send) return { result: hashOfBytes(about) }
      return method === receipt && kept.has(about) && head !== null ? { result: forged(about) } : undefined
    },
    rewrite({ method, params }, result) {
      if (method === block && params[0] === 'latest' && kept.size > 0) head ??= result
      if (method === block) return withBody(params[0] === 'finalized' ? (head ?? result) : result)
      return method === count ? plus(BigInt(kept.size))(result) : result
    },
  }
}

/** Every field that the wallet reads of an endpoint on the way of a payment, and what may be untrue of it. */
export const lies: readonly Lie[] = [
  lie('eth_chainId', '', 'another chain', always('0x1')),
  lie('eth_chainId', '', 'zero', always('0x0')),
  lie('eth_chainId', '', '2^60', always(hex(1n << 60n))),
  lie('eth_chainId', '', 'a word', always('preview')),
  lie('eth_blockNumber', '', 'a height far above', plus(far)),
  lie('eth_blockNumber', '', 'zero', always('0x0')),
  lie('eth_blockNumber', '', 'nothing', always(null)),
  lie(block, 'hash', 'another first block', always(other), tagged('0x0')),
  lie(block, 'hash', 'another hash at each height', always(other), byNumber),
  lie(block, 'hash', 'another hash of the newest', always(other), latest),
  lie(block, 'hash', 'no hash', always(null)),
  lie(block, 'number', 'a height far above', plus(far), latest),
  lie(block, 'number', 'a final block far above the head', plus(far), tagged('finalized')),
  lie(block, 'number', 'a safe block far above the head', plus(far), tagged('safe')),
  lie(block, 'number', 'no height', always(null)),
  lie(block, 'parentHash', 'another parent', always(other)),
  lie(block, 'timestamp', 'a day in the future', plus(86_400n)),
  lie(block, 'timestamp', 'the beginning of time', always('0x0')),
  lie(block, 'baseFeePerGas', 'none', always(null)),
  lie(block, 'baseFeePerGas', 'an ether', always(hex(ether))),
  lie(block, '', 'that there is no such block', always(null)),
  lie(block, 'gasLimit', 'nothing', always('0x0')),
  lie(block, 'gasLimit', '2^60', always(hex(1n << 60n))),
  lie(block, 'gasLimit', 'no limit', always(null)),
  lie(block, 'transactions', 'none', always([])),
  lie(block, 'transactions', 'a word', always('many')),
  lie(block, 'transactions', 'another one', always([other])),
  lie(count, '', 'one more', plus(1n)),
  lie(count, '', 'a thousand more', plus(1_000n)),
  lie(count, '', 'none', always('0x0')),
  lie(count, '', '2^53', always(hex(1n << 53n))),
  lie(count, '', 'one more of sealed blocks', plus(1n), ({ params }) => params[1] === 'latest'),
  lie(count, '', 'one more, pending', plus(1n), ({ params }) => params[1] === 'pending'),
  lie('eth_getBalance', '', 'nothing', always('0x0')),
  lie('eth_getBalance', '', 'more than there is', always(hex((1n << 256n) - 1n))),
  lie('eth_getBalance', '', 'a word', always('plenty')),
  lie('eth_feeHistory', 'baseFeePerGas', 'an ether', always([hex(ether), hex(ether)])),
  lie('eth_feeHistory', 'baseFeePerGas', 'nothing', always(['0x0', '0x0'])),
  lie('eth_feeHistory', 'baseFeePerGas', 'four hundred gwei', always([hex(400n * gwei), hex(400n * gwei)])),
  lie('eth_feeHistory', 'reward', 'four hundred gwei', always([Array(3).fill(hex(400n * gwei))])),
  lie('eth_feeHistory', '', 'nothing', always({})),
  lie('eth_gasPrice', '', 'an ether', always(hex(ether))),
  lie('eth_estimateGas', '', 'one', always('0x1')),
  lie('eth_estimateGas', '', '2^60', always(hex(1n << 60n))),
  instead('eth_estimateGas', 'that it would revert', error(3, 'execution reverted')),
  instead('eth_simulateV1', 'that it would revert', {
    result: [{ calls: [{ status: '0x0', returnData: '0x', gasUsed: '0x5208', logs: [] }] }],
  }),
  instead('eth_simulateV1', 'that nothing is simulated', error(-32601, 'method not found')),
  lie('eth_getCode', '', 'a contract where there is none', always('0x6001600155')),
  lie('eth_call', '', 'an L1 fee of an ether', always(`0x${ether.toString(16).padStart(64, '0')}`)),
  lie('eth_call', '', 'no word', always('0x01')),
  lie(send, '', 'another hash', always(other)),
  lie(send, '', 'nothing', always(null)),
  instead(send, 'another hash, and keeps the bytes', { result: other }),
  instead(send, 'that it knows them already, and keeps the bytes', error(-32000, 'already known')),
  instead(send, 'that the nonce is too low, and keeps the bytes', error(-32000, 'nonce too low')),
  instead(send, 'that there is no money, and keeps the bytes', error(-32000, 'insufficient funds for gas')),
  instead(send, 'that it is underpriced, and keeps the bytes', error(-32000, 'transaction underpriced')),
  instead(send, '5 MB, and keeps the bytes', error(-32000, 'no '.repeat(1_700_000))),
  ...['nonce too low', 'insufficient funds for gas', 'transaction underpriced', 'no'].map(
    (message): Lie => ({
      ...{ method: send, field: '', says: `“${message}”, and has sent them on` },
      faults: () => ({ rewrite: (call, result) => (call.method === send ? new Error(message) : result) }),
    }),
  ),
  lie(receipt, '', 'that there is none', always(null)),
  lie(receipt, 'status', 'that it failed', always('0x0')),
  lie(receipt, 'blockHash', 'a block that is not there', always(other)),
  lie(receipt, 'blockHash', 'that it is not sealed', always(`0x${'0'.repeat(64)}`)),
  lie(receipt, '', 'that builders promise it', truth => inField('blockHash', always(hashOf(truth)))(truth)),
  lie(receipt, 'blockNumber', 'a height far above', plus(far)),
  lie(receipt, 'blockNumber', 'a height below', plus(-2n)),
  lie(receipt, 'from', 'another sender', always(stranger)),
  lie(receipt, 'transactionHash', 'another transaction', always(other)),
  lie(receipt, 'gasUsed', 'a tenth of it', always('0x834')),
  lie(receipt, 'effectiveGasPrice', 'an ether', always(hex(ether))),
  lie(receipt, 'effectiveGasPrice', 'nothing', always(null)),
  lie(receipt, 'l1Fee', 'an ether', always(hex(ether))),
  lie(receipt, 'contractAddress', 'a new contract', always(stranger)),
  lie(receipt, 'contractAddress', 'a word', always('none')),
  lie(receipt, 'logs', 'a word', always('none')),
  lie(status, 'status', 'that it never heard of it', always('Unknown')),
  lie(status, 'status', 'a word', always('Perhaps')),
  lie(byHash, '', 'that there is none', always(null)),
  lie(byHash, '', 'a word', always('pending')),
  lie(byHash, 'hash', 'another transaction', always(other)),
  ...(
    [
      ['that there is none', always(null)],
      ['another transaction', inField('hash', always(other))],
      ['a word', always('pending')],
    ] as const
  ).map(
    ([says, change]): Lie => ({
      ...{ method: byHash, field: '', says: `${says}, where there is no status` },
      faults: () => withoutStatus(change),
    }),
  ),
  ...['insufficient funds for gas', 'nonce too low', 'no'].map(
    (message): Lie => ({
      ...{ method: byHash, field: '', says: `that it has what it refused: “${message}”` },
      faults: () => refuseAndHave(message),
    }),
  ),
  pushed('newHeads', 'number', 'a height far above', plus(far)),
  pushed('newHeads', 'number', 'a height below', plus(-100n)),
  pushed('newHeads', 'hash', 'another hash', always(other)),
  pushed('newHeads', 'parentHash', 'another parent', always(other)),
  pushed('newHeads', 'timestamp', 'a day in the future', plus(86_400n)),
  pushed('partial blocks', 'hash', 'another transaction', always(other)),
  pushed('partial blocks', 'from', 'another sender', always(stranger)),
  pushed('partial blocks', 'nonce', 'another nonce', plus(1n)),
  pushed('partial blocks', 'status', 'that it failed', always('0x0')),
  pushed('partial blocks', 'gasUsed', 'a tenth of it', always('0x834')),
  pushed('partial blocks', 'effectiveGasPrice', 'an ether', always(hex(ether))),
  pushed('partial blocks', 'blockNumber', 'a height far above', plus(far)),
  pushed('partial blocks', 'l1Fee', 'an ether', always(hex(ether))),
  pushed('partial blocks', 'l1Fee', 'nothing', always(null)),
  pushed('partial blocks', 'gasPrice', 'an ether', always(hex(ether))),
  pushed('partial blocks', '', 'only a gas price, of an ether', truth => {
    const isItem = typeof truth === 'object' && truth !== null && 'effectiveGasPrice' in truth
    return isItem ? { ...truth, effectiveGasPrice: null, gasPrice: hex(ether) } : truth
  }),
  pushed('partial blocks', 'contractAddress', 'a new contract', always(stranger)),
  pushedBy('shreds', 'hash', 'another transaction', inShred('transaction', 'hash', always(other))),
  pushedBy('shreds', 'signer', 'another sender', inShred('transaction', 'signer', always(stranger))),
  pushedBy('shreds', 'nonce', 'another nonce', inShred('transaction', 'nonce', plus(1n))),
  pushedBy('shreds', 'status', 'that it failed', inShred('receipt', 'status', always('0x0'))),
  pushedBy('shreds', 'cumulativeGasUsed', 'a tenth of it', inShred('receipt', 'cumulativeGasUsed', always('0x834'))),
  pushedBy('shreds', 'cumulativeGasUsed', '2^60', inShred('receipt', 'cumulativeGasUsed', always(hex(1n << 60n)))),
  pushedBy('shreds', 'blockNumber', 'a height far above', inField('blockNumber', always(1_000_000_000))),
  pushedBy('shreds', 'shredIdx', 'the first place', inField('shredIdx', always(0))),
  pushedBy('shreds', 'transactions', 'a word', inField('transactions', always('many'))),
  pushedBy('mini-blocks', 'hash', 'another transaction', inEach('transactions', inField('hash', always(other)))),
  pushedBy('mini-blocks', 'from', 'another sender', inEach('transactions', inField('from', always(stranger)))),
  pushedBy('mini-blocks', 'nonce', 'another nonce', inEach('transactions', inField('nonce', plus(1n)))),
  pushedBy('mini-blocks', 'status', 'that it failed', inEach('receipts', inField('status', always('0x0')))),
  pushedBy('mini-blocks', 'gasUsed', 'a tenth of it', inEach('receipts', inField('gasUsed', always('0x834')))),
  pushedBy('mini-blocks', 'price', 'an ether', inEach('receipts', inField('effectiveGasPrice', always(hex(ether))))),
  pushedBy('mini-blocks', 'l1Fee', 'an ether', inEach('receipts', inField('l1Fee', always(hex(ether))))),
  pushedBy('mini-blocks', 'blockHash', 'a sealed block', inEach('receipts', inField('blockHash', always(other)))),
  pushedBy('mini-blocks', 'receipts', 'none', inField('receipts', always([]))),
  pushedBy('proposed-blocks', 'number', 'a height far above', inField('number', plus(far))),
  pushedBy('proposed-blocks', 'number', 'a height below', inField('number', plus(-2n))),
  pushedBy('proposed-blocks', 'hash', 'another hash', inField('hash', always(other))),
  pushedBy('proposed-blocks', 'blockId', 'the same proposal', inField('blockId', always(other))),
  pushedBy('proposed-blocks', 'commitState', 'that all is voted', inField('commitState', always('Voted'))),
  pushedBy('proposed-blocks', 'commitState', 'that all is final', inField('commitState', always('Finalized'))),
  pushedBy('proposed-blocks', 'commitState', 'that nothing is voted', inField('commitState', always('Proposed'))),
  pushedBy('proposed-blocks', 'commitState', 'a word', inField('commitState', always('Perhaps'))),
  ...([true, false] as const).map(
    (isPassedOn): Lie => ({
      ...{ method: 'all of it', field: '', lastsMs: 14_000 },
      says: `that it never heard of what it ${isPassedOn ? 'passed on' : 'keeps'}`,
      faults: () => withhold(isPassedOn),
    }),
  ),
  {
    ...{ method: 'all of it', field: '', says: 'that another transaction is in its place', lastsMs: 8_000 },
    faults: exchange,
  },
  ...([false, true] as const).map(
    (isInBody): Lie => ({
      ...{ method: 'all of it', field: '' },
      says: `that what it keeps is in a final block${isInBody ? ', which lists it' : ''}`,
      faults: () => forge(isInBody),
    }),
  ),
]
