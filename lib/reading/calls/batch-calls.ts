import { type Hex, zeroAddress } from 'viem'
import * as selectors from '@/lib/base/signatures/selectors'
import { type AbiValue, hexOf, listOf, numberOf, readAbiValues } from './abi-values'
import { lower } from './effect-makers'
import { type CallReading, type CallSite, type InnerCall, type StructuredFunction, structured } from './inner-call'
import { entryPoints, multicall3Address, multiSends } from './published-contracts'

/**
 * Functions that make other calls, from arguments that hold them: multicalls, smart accounts, bundlers and forwarders.
 * Who makes the inner calls decides what they mean: the same account (`delegatecall` to itself), or the contract.
 */

/** The contract calls itself with `delegatecall`: the caller stays the same. */
function ofItself(datas: AbiValue | undefined, { caller, target }: CallSite): CallReading {
  const calls = listOf(datas).map((data): InnerCall => ({ from: caller, to: target, value: 0n, data: hexOf(data) }))
  return { calls, isWhole: true }
}

/** The contract makes the calls in its own name. */
function byContract(calls: readonly Omit<InnerCall, 'from'>[], { target, code }: CallSite): CallReading {
  return { calls: calls.map(call => ({ ...call, from: target })), isWhole: code === multicall3Address }
}

function call(to: AbiValue | undefined, value: AbiValue | undefined, data: AbiValue | undefined) {
  return { to: hexOf(to), value: value === undefined ? 0n : numberOf(value), data: hexOf(data) }
}

/** With `operation` 1 the code of the other contract runs in the place of the account. */
function asOperation(inner: Omit<InnerCall, 'from'>, isDelegate: boolean, site: CallSite): CallReading {
  return byContract([isDelegate ? { ...inner, isForeignCode: true } : inner], site)
}

/** Lists that belong together are equally long. */
function zipped(
  site: CallSite,
  targets: AbiValue | undefined,
  values: AbiValue | undefined,
  datas: AbiValue | undefined,
): CallReading | null {
  const [to, data] = [listOf(targets), listOf(datas)]
  const value = values === undefined ? [] : listOf(values)
  // An empty list of values is none at all (ERC-4337 reference account).
  if (to.length !== data.length || (value.length > 0 && value.length !== to.length)) return null
  return byContract(
    to.map((target, index) => call(target, value[index], data[index])),
    site,
  )
}

/** ERC-7579 and ERC-7821: the mode says how the data is to be read. */
function byMode(mode: Hex, data: Hex, site: CallSite): CallReading | null {
  const kind = mode.slice(2, 4)
  if (kind === '00' && data.length >= 2 + 104) {
    const inner = {
      to: lower(`0x${data.slice(2, 42)}`),
      value: BigInt(`0x${data.slice(42, 106)}`),
      data: `0x${data.slice(106)}` as const,
    }
    return byContract([inner], site)
  }
  if (kind === 'ff' && data.length >= 42)
    return asOperation({ to: lower(`0x${data.slice(2, 42)}`), value: 0n, data: `0x${data.slice(42)}` }, true, site)
  if (kind !== '01') return null
  // ERC-7821: batches of batches.
  if (mode.slice(14, 22) === '78210002') {
    const batches = readAbiValues('bytes[]', data)
    if (typeof batches === 'string' || batches.rest > 0) return null
    const readings = listOf(batches.values[0]).map(batch => readBatch(hexOf(batch), site))
    return readings.some(batch => batch === null)
      ? null
      : { calls: readings.flatMap(batch => batch?.calls ?? []), isWhole: false }
  }
  return readBatch(data, site)
}

function readBatch(data: Hex, site: CallSite): CallReading | null {
  const types = ['(address,uint256,bytes)[]', '(address,uint256,bytes)[],bytes']
  for (const shape of types) {
    const read = readAbiValues(shape, data)
    if (typeof read !== 'string' && read.rest === 0) return executions(read.values[0], site)
  }
  return null
}

/** ERC-7821: the zero address stands for the account itself. */
function executions(list: AbiValue | undefined, site: CallSite): CallReading {
  const calls = listOf(list).map(item => {
    const [to, value, data] = listOf(item)
    const inner = call(to, value, data)
    return inner.to === zeroAddress ? { ...inner, to: site.target } : inner
  })
  return byContract(calls, site)
}

/**
 * The packed calls of a Safe's MultiSend: operation, address, value, length, data; `null` where bytes are left over.
 */
export function readMultiSend(packed: Hex): Omit<InnerCall, 'from'>[] | null {
  const calls: Omit<InnerCall, 'from'>[] = []
  let at = 2
  while (at < packed.length) {
    const [operation, value, length] = [
      packed.slice(at, at + 2),
      packed.slice(at + 42, at + 106),
      packed.slice(at + 106, at + 170),
    ]
    if (length.length < 64 || (operation !== '00' && operation !== '01')) return null
    const end = BigInt(at + 170) + BigInt(`0x${length}`) * 2n
    if (end > BigInt(packed.length)) return null
    const inner = {
      to: lower(`0x${packed.slice(at + 2, at + 42)}`),
      value: BigInt(`0x${value}`),
      data: `0x${packed.slice(at + 170, Number(end))}` as const,
    }
    calls.push(operation === '01' ? { ...inner, isForeignCode: true } : inner)
    at = Number(end)
  }
  return calls
}

/**
 * A MultiSend that runs with `delegatecall` acts as its caller. A MultiSend that is called makes its calls in its own
 * name.
 */
function multiSend(packed: Hex, { target, code }: CallSite): CallReading | null {
  const calls = readMultiSend(packed)
  if (calls === null) return null
  return { calls: calls.map(inner => ({ ...inner, from: target })), isWhole: multiSends.includes(code) }
}

function userOperations(list: AbiValue | undefined, { target }: CallSite): CallReading {
  const calls = listOf(list).map((item): InnerCall => {
    const [sender, , , data] = listOf(item)
    return { from: target, to: hexOf(sender), value: 0n, data: hexOf(data) }
  })
  return { calls, isWhole: entryPoints.includes(target) }
}

const multicallTypes = '(address,bytes)[]'
const operationTypes = 'address,uint256,bytes,uint8'
const bundled = 'uint256,uint256,uint256,uint256,uint256'

/** Tuples that begin with the target and end with the data. @param valueAt where they have a value */
function each(list: AbiValue | undefined, site: CallSite, valueAt?: number): CallReading {
  const calls = listOf(list).map(item => {
    const parts = listOf(item)
    return call(parts[0], valueAt === undefined ? undefined : parts[valueAt], parts.at(-1))
  })
  return byContract(calls, site)
}
const withOperation: StructuredFunction['read'] = ([to, value, data, operation], site) =>
  asOperation(call(to, value, data), operation === 1n, site)
const withMode: StructuredFunction['read'] = ([mode, data], site) => byMode(hexOf(mode), hexOf(data), site)

export const batchFunctions: Readonly<Record<Hex, StructuredFunction>> = {
  // Calls of the contract itself.
  [selectors.multicall]: structured('multicall', 'bytes[]', ([datas], site) => ofItself(datas, site)),
  [selectors.multicallUntil]: structured('multicall', 'uint256,bytes[]', ([, datas], site) => ofItself(datas, site)),
  [selectors.multicallAfter]: structured('multicall', 'bytes32,bytes[]', ([, datas], site) => ofItself(datas, site)),
  [selectors.batchOfBytes]: structured('batch', 'bytes[],bool', ([datas], site) => ofItself(datas, site)),
  // The permit belongs to another contract, which its bytes do not name.
  [selectors.permitAndCall]: structured('permitAndCall', 'bytes,bytes', ([, action], site) => ({
    ...ofItself(action === undefined ? [] : [action], site),
    isWhole: false,
  })),
  // The new code runs in the contract's place, called by the same account.
  [selectors.upgradeToAndCall]: structured('upgradeToAndCall', 'address,bytes', ([, data], site) =>
    data === '0x' ? { isWhole: true } : ofItself(data === undefined ? [] : [data], site),
  ),
  // Multicall3 and its predecessors
  [selectors.aggregate]: structured('aggregate', multicallTypes, ([list], site) => each(list, site)),
  [selectors.tryAggregate]: structured('tryAggregate', `bool,${multicallTypes}`, ([, list], site) => each(list, site)),
  [selectors.blockAndAggregate]: structured('blockAndAggregate', multicallTypes, ([list], site) => each(list, site)),
  [selectors.tryBlockAndAggregate]: structured('tryBlockAndAggregate', `bool,${multicallTypes}`, ([, list], site) =>
    each(list, site),
  ),
  [selectors.aggregate3]: structured('aggregate3', '(address,bool,bytes)[]', ([list], site) => each(list, site)),
  [selectors.aggregate3Value]: structured('aggregate3Value', '(address,bool,uint256,bytes)[]', ([list], site) =>
    each(list, site, 2),
  ),
  // Safe
  [selectors.execTransaction]: structured(
    'execTransaction',
    `${operationTypes},uint256,uint256,uint256,address,address,bytes`,
    withOperation,
  ),
  [selectors.execTransactionFromModule]: structured('execTransactionFromModule', operationTypes, withOperation),
  [selectors.execTransactionFromModuleReturnData]: structured(
    'execTransactionFromModuleReturnData',
    operationTypes,
    withOperation,
  ),
  [selectors.multiSend]: structured('multiSend', 'bytes', ([data], site) => multiSend(hexOf(data), site)),
  // Smart accounts: ERC-4337's reference accounts, ERC-725, ERC-6551, ERC-7579, ERC-7821
  [selectors.executeOne]: structured('execute', 'address,uint256,bytes', ([to, value, data], site) =>
    byContract([call(to, value, data)], site),
  ),
  [selectors.executeWithOperation]: structured('execute', operationTypes, withOperation),
  // 0 is a call, 3 a call that changes nothing, 4 a delegatecall; 1 and 2 create contracts.
  [selectors.executeOfType]: structured(
    'execute',
    'uint256,address,uint256,bytes',
    ([operation, to, value, data], site) =>
      operation === 0n || operation === 3n || operation === 4n
        ? asOperation(call(to, value, data), operation === 4n, site)
        : null,
  ),
  // A proxy of makers runs the code in its own place; a manager of access calls it. The first is the worse.
  [selectors.executeTarget]: structured('execute', 'address,bytes', ([to, data], site) =>
    asOperation(call(to, undefined, data), true, site),
  ),
  [selectors.executeBatch]: structured('executeBatch', '(address,uint256,bytes)[]', ([list], site) =>
    executions(list, site),
  ),
  [selectors.executeBatchOfBytes]: structured('executeBatch', 'address[],bytes[]', ([targets, datas], site) =>
    zipped(site, targets, undefined, datas),
  ),
  [selectors.executeBatchWithValues]: structured(
    'executeBatch',
    'address[],uint256[],bytes[]',
    ([targets, values, datas], site) => zipped(site, targets, values, datas),
  ),
  [selectors.executeMode]: structured('execute', 'bytes32,bytes', withMode),
  [selectors.executeFromExecutor]: structured('executeFromExecutor', 'bytes32,bytes', withMode),
  // ERC-2771: the contract believes that the signer called.
  [selectors.executeForwarded]: structured(
    'execute',
    '(address,address,uint256,uint256,uint48,bytes,bytes)',
    ([request]) => {
      const [from, to, value, , , data] = listOf(request)
      return { calls: [{ from: hexOf(from), ...call(to, value, data) }], isWhole: false }
    },
  ),
  // ERC-4337's entry point, up to 0.6 and since 0.7
  [selectors.handleOps]: structured(
    'handleOps',
    `(address,uint256,bytes,bytes,${bundled},bytes,bytes)[],address`,
    ([list], site) => userOperations(list, site),
  ),
  [selectors.handlePackedOps]: structured(
    'handleOps',
    '(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address',
    ([list], site) => userOperations(list, site),
  ),
}
