import { concatHex, encodeFunctionData, type Hex, pad, parseAbi, toHex, zeroAddress } from 'viem'
import * as z from 'zod'
import { erc20, type RowParts, type SignedRow, vrs } from './row.ts'

const two = (high: bigint, low: bigint): Hex =>
  concatHex([pad(toHex(high), { size: 16 }), pad(toHex(low), { size: 16 })])
const executeAbi = parseAbi(['function execute(address target, uint256 value, bytes data)'])

/** Signatures that let somebody make calls in the account's name, or in that of a smart account that it owns. */
export async function callRows({ signed, me, thief, deadline, domain, money }: RowParts): Promise<SignedRow[]> {
  const { at, take, world, read } = signed
  const { chainId } = world.fixture
  const transfer = (amount: bigint) =>
    encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [thief, amount] })
  const takeFromOwner = encodeFunctionData({ abi: erc20, functionName: 'transferFrom', args: [me, thief, 30n] })

  const request = { from: me, to: at.Relayed.address, value: 0n, gas: 200_000n, deadline, data: transfer(70n) }
  const forward: SignedRow = {
    what: 'forward request (ERC-2771)',
    domain: domain('Forwarder', at.Forwarder),
    type: 'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)',
    message: { ...request, nonce: 0 },
    take: signature => take(at.Forwarder, 'execute', [{ ...request, deadline: Number(deadline), signature }]),
  }

  const native: SignedRow = {
    what: 'native meta-transaction',
    domain: {
      ...{ name: 'NativeMeta', version: '1', verifyingContract: at.NativeMeta.address },
      salt: pad(toHex(chainId), { size: 32 }),
    },
    type: 'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
    message: { nonce: 0, from: me, functionSignature: transfer(60n) },
    take(signature) {
      const [v, r, s] = vrs(signature)
      return take(at.NativeMeta, 'executeMetaTransaction', [me, transfer(60n), r, s, v])
    },
  }

  const sweep = encodeFunctionData({
    abi: parseAbi(['function transfer(address money, address from, uint256 amount)']),
    functionName: 'transfer',
    args: [money.address, me, 20n],
  })
  const safe = (
    [
      ['its own money', money.address, transfer(50n), 0],
      ['money of its owner', money.address, takeFromOwner, 0],
      ['foreign code in its place', world.contracts.Sweeper, sweep, 1],
    ] as const
  ).map(([what, to, data, operation], nonce): SignedRow => {
    const terms = [to, 0n, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress] as const
    return {
      what: `Safe transaction: ${what}`,
      domain: { chainId, verifyingContract: at.Safe.address },
      type: 'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
      message: {
        ...{ to, value: 0n, data, operation, safeTxGas: 0n, baseGas: 0n, gasPrice: 0n },
        ...{ gasToken: zeroAddress, refundReceiver: zeroAddress, nonce },
      },
      take: signature => take(at.Safe, 'execTransaction', [...terms, signature]),
      ...(operation === 1 ? { isUnknown: true } : {}),
    }
  })

  const account = at.SimpleAccount
  const nonce = z.bigint().parse(await read('SimpleAccount', 'getNonce', []))
  const operations = [transfer(40n), takeFromOwner].map((data, index) => {
    const message = {
      ...{ sender: account.address, nonce: nonce + BigInt(index), initCode: '0x' },
      callData: encodeFunctionData({ abi: executeAbi, functionName: 'execute', args: [money.address, 0n, data] }),
      ...{ accountGasLimits: two(300_000n, 300_000n), preVerificationGas: 100_000n },
      ...{ gasFees: two(1n, 10n ** 8n), paymasterAndData: '0x' },
    }
    return {
      what: `user operation: ${index === 0 ? 'the account’s own money' : 'money of its owner'}`,
      domain: domain('ERC4337', at.EntryPoint),
      type: 'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
      message,
      take: (signature: Hex) => take(at.EntryPoint, 'handleOps', [[{ ...message, signature }], thief]),
    }
  })
  return [forward, native, ...safe, ...operations]
}
