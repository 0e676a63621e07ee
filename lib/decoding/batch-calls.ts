import type { Address, Hex } from 'viem'
import * as selectors from '@/lib/values/signatures/selectors'
import { type AbiValue, hexOf, listOf, numberOf, readAbiValues } from './abi-values'
import { lower } from './effect-makers'
import type { CallReading, CallSite, InnerCall, StructuredFunction } from './inner-call'
import { entryPoints, multicall3Address, multiSends } from './published-contracts'

/**
 * Functions that make other calls, from arguments that hold them: multicalls, smart accounts, bundlers and forwarders.
 * Who makes the inner calls decides what they mean: the same account (`delegatecall` to itself), or the contract.
 */

const zeroAddress: Address = `0x${'00'.repeat(20)}`

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
  for (const each of types) {
    const read = readAbiValues(each, data)
    if (typeof read !== 'string' && read.rest === 0) return executions(read.values[0], site)
  }
  return null
}

/** ERC-7821: the zero address stands for the account itself. */
function executions(list: AbiValue | undefined, site: CallSite): CallReading {
  const calls = listOf(list).map(each => {
    const [to, value, data] = listOf(each)
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

/** A MultiSend that runs with `delegatecall` acts as its caller. One that is called makes its calls in its own name. */
function multiSend(packed: Hex, { target, code }: CallSite): CallReading | null {
  const calls = readMultiSend(packed)
  if (calls === null) return null
  return { calls: calls.map(inner => ({ ...inner, from: target })), isWhole: multiSends.includes(code) }
}

function userOperations(list: AbiValue | undefined, { target }: CallSite): CallReading {
  const calls = listOf(list).map((each): InnerCall => {
    const [sender, , , data] = listOf(each)
    return { from: target, to: hexOf(sender), value: 0n, data: hexOf(data) }
  })
  return { calls, isWhole: entryPoints.includes(target) }
}

const multicallTypes = '(address,bytes)[]'
const operationTypes = 'address,uint256,bytes,uint8'
const bundled = 'uint256,uint256,uint256,uint256,uint256'

const pairs = (list: AbiValue | undefined, site: CallSite) =>
  byContract(
    listOf(list).map(each => {
      const [to, data] = listOf(each)
      return call(to, undefined, data)
    }),
    site,
  )
const withOperation: StructuredFunction['read'] = ([to, value, data, operation], site) =>
  asOperation(call(to, value, data), operation === 1n, site)

export const batchFunctions: Readonly<Record<Hex, StructuredFunction>> = {
  // Of the contract itself
  [selectors.multicall]: { name: 'multicall', types: 'bytes[]', read: ([datas], site) => ofItself(datas, site) },
  [selectors.multicallUntil]: {
    name: 'multicall',
    types: 'uint256,bytes[]',
    read: ([, datas], site) => ofItself(datas, site),
  },
  [selectors.multicallAfter]: {
    name: 'multicall',
    types: 'bytes32,bytes[]',
    read: ([, datas], site) => ofItself(datas, site),
  },
  [selectors.batchOfBytes]: { name: 'batch', types: 'bytes[],bool', read: ([datas], site) => ofItself(datas, site) },
  // The permit belongs to another contract, which its bytes do not name.
  [selectors.permitAndCall]: {
    name: 'permitAndCall',
    types: 'bytes,bytes',
    read: ([, action], site) => ({ ...ofItself(action === undefined ? [] : [action], site), isWhole: false }),
  },
  // The new code runs in the contract's place, called by the same account.
  [selectors.upgradeToAndCall]: {
    name: 'upgradeToAndCall',
    types: 'address,bytes',
    read: ([, data], site) => (data === '0x' ? { isWhole: true } : ofItself(data === undefined ? [] : [data], site)),
  },
  // Multicall3 and its predecessors
  [selectors.aggregate]: { name: 'aggregate', types: multicallTypes, read: ([list], site) => pairs(list, site) },
  [selectors.tryAggregate]: {
    name: 'tryAggregate',
    types: `bool,${multicallTypes}`,
    read: ([, list], site) => pairs(list, site),
  },
  [selectors.blockAndAggregate]: {
    name: 'blockAndAggregate',
    types: multicallTypes,
    read: ([list], site) => pairs(list, site),
  },
  [selectors.tryBlockAndAggregate]: {
    name: 'tryBlockAndAggregate',
    types: `bool,${multicallTypes}`,
    read: ([, list], site) => pairs(list, site),
  },
  [selectors.aggregate3]: {
    name: 'aggregate3',
    types: '(address,bool,bytes)[]',
    read: ([list], site) =>
      byContract(
        listOf(list).map(each => {
          const [to, , data] = listOf(each)
          return call(to, undefined, data)
        }),
        site,
      ),
  },
  [selectors.aggregate3Value]: {
    name: 'aggregate3Value',
    types: '(address,bool,uint256,bytes)[]',
    read: ([list], site) =>
      byContract(
        listOf(list).map(each => {
          const [to, , value, data] = listOf(each)
          return call(to, value, data)
        }),
        site,
      ),
  },
  // Safe
  [selectors.execTransaction]: {
    name: 'execTransaction',
    types: `${operationTypes},uint256,uint256,uint256,address,address,bytes`,
    read: withOperation,
  },
  [selectors.execTransactionFromModule]: {
    name: 'execTransactionFromModule',
    types: operationTypes,
    read: withOperation,
  },
  [selectors.execTransactionFromModuleReturnData]: {
    name: 'execTransactionFromModuleReturnData',
    types: operationTypes,
    read: withOperation,
  },
  [selectors.multiSend]: { name: 'multiSend', types: 'bytes', read: ([data], site) => multiSend(hexOf(data), site) },
  // Smart accounts: ERC-4337's reference accounts, ERC-725, ERC-6551, ERC-7579, ERC-7821
  [selectors.executeOne]: {
    name: 'execute',
    types: 'address,uint256,bytes',
    read: ([to, value, data], site) => byContract([call(to, value, data)], site),
  },
  [selectors.executeWithOperation]: { name: 'execute', types: operationTypes, read: withOperation },
  [selectors.executeOfType]: {
    name: 'execute',
    types: 'uint256,address,uint256,bytes',
    // 0 is a call, 3 a call that changes nothing, 4 a delegatecall; 1 and 2 create contracts.
    read: ([operation, to, value, data], site) =>
      operation === 0n || operation === 3n || operation === 4n
        ? asOperation(call(to, value, data), operation === 4n, site)
        : null,
  },
  // A proxy of makers runs the code in its own place; a manager of access calls it. The first is the worse.
  [selectors.executeTarget]: {
    name: 'execute',
    types: 'address,bytes',
    read: ([to, data], site) => asOperation(call(to, undefined, data), true, site),
  },
  [selectors.executeBatch]: {
    name: 'executeBatch',
    types: '(address,uint256,bytes)[]',
    read: ([list], site) => executions(list, site),
  },
  [selectors.executeBatchOfBytes]: {
    name: 'executeBatch',
    types: 'address[],bytes[]',
    read: ([targets, datas], site) => zipped(site, targets, undefined, datas),
  },
  [selectors.executeBatchWithValues]: {
    name: 'executeBatch',
    types: 'address[],uint256[],bytes[]',
    read: ([targets, values, datas], site) => zipped(site, targets, values, datas),
  },
  [selectors.executeMode]: {
    name: 'execute',
    types: 'bytes32,bytes',
    read: ([mode, data], site) => byMode(hexOf(mode), hexOf(data), site),
  },
  [selectors.executeFromExecutor]: {
    name: 'executeFromExecutor',
    types: 'bytes32,bytes',
    read: ([mode, data], site) => byMode(hexOf(mode), hexOf(data), site),
  },
  // ERC-2771: the contract believes that the signer called.
  [selectors.executeForwarded]: {
    name: 'execute',
    types: '(address,address,uint256,uint256,uint48,bytes,bytes)',
    read: ([request]) => {
      const [from, to, value, , , data] = listOf(request)
      return { calls: [{ from: hexOf(from), ...call(to, value, data) }], isWhole: false }
    },
  },
  // ERC-4337's entry point, up to 0.6 and since 0.7
  [selectors.handleOps]: {
    name: 'handleOps',
    types: `(address,uint256,bytes,bytes,${bundled},bytes,bytes)[],address`,
    read: ([list], site) => userOperations(list, site),
  },
  [selectors.handlePackedOps]: {
    name: 'handleOps',
    types: '(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address',
    read: ([list], site) => userOperations(list, site),
  },
}
