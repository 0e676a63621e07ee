import {
  type Abi,
  type AbiParameter,
  type Address,
  decodeEventLog,
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToString,
  size,
} from 'viem'
import { z } from 'zod'
import { contractAbis } from '../contracts/abi.ts'
import type { ChainReader, Log, Transaction } from './chain-reader.ts'
import type { AddressBook } from './names.ts'

export interface DecodedValue {
  name: string
  type: string
  value: unknown
}

export interface Decoded {
  name: string
  values: DecodedValue[]
}

export interface TokenTransfer {
  token: Address
  from: Address
  to: Address
  value: bigint
  logIndex: bigint
  /** The reference of a memo that stands directly after the transfer, in the same token. */
  memo: Hex | undefined
}

const transferArgs = z.object({ from: z.custom<Address>(), to: z.custom<Address>(), value: z.bigint() })
const memoArgs = z.object({ memo: z.custom<Hex>() })

export function createDecoder(book: AddressBook) {
  const abiOf = (address: Address): Abi => {
    const key = book.keyOf(address)
    return (key === undefined ? undefined : contractAbis[key]) ?? erc20Abi
  }

  const log = ({ address, topics, data }: Pick<Log, 'address' | 'topics' | 'data'>): Decoded | undefined => {
    const abi = abiOf(address)
    const [signature, ...indexed] = topics
    if (signature === undefined) return undefined
    try {
      const { eventName, args } = decodeEventLog({ abi, topics: [signature, ...indexed], data })
      const item = abi.find(({ type, ...rest }) => type === 'event' && 'name' in rest && rest.name === eventName)
      if (item?.type !== 'event' || eventName === undefined) return undefined
      return { name: eventName, values: valuesOf(item.inputs, args) }
    } catch {
      return undefined
    }
  }

  const call = ({ to, input }: Pick<Transaction, 'to' | 'input'>): Decoded | undefined => {
    if (to == null || size(input) < 4) return undefined
    const abi = abiOf(to)
    try {
      const { functionName, args } = decodeFunctionData({ abi, data: input })
      const item = abi.find(
        entry =>
          entry.type === 'function' && entry.name === functionName && entry.inputs.length === (args ?? []).length,
      )
      return item?.type === 'function' ? { name: functionName, values: valuesOf(item.inputs, args ?? []) } : undefined
    } catch {
      return undefined
    }
  }

  const transfers = (logs: Log[]): TokenTransfer[] =>
    logs.flatMap((entry, index) => {
      const decoded = log(entry)
      const args = transferArgs.safeParse(asRecord(decoded))
      if (decoded?.name !== 'Transfer' || !args.success) return []
      const next = logs[index + 1]
      const following = next?.address === entry.address ? log(next) : undefined
      const memo = following?.name === 'Memo' ? memoArgs.safeParse(asRecord(following)).data?.memo : undefined
      return [{ token: entry.address, ...args.data, logIndex: entry.logIndex, memo }]
    })

  return { log, call, transfers }
}

export type Decoder = ReturnType<typeof createDecoder>

function valuesOf(inputs: readonly AbiParameter[], args: unknown): DecodedValue[] {
  const list = Array.isArray(args) ? args : undefined
  const record = z.record(z.string(), z.unknown()).safeParse(args).data ?? {}
  return inputs.map((input, index) => {
    const name = input.name ?? String(index)
    return { name, type: input.type, value: list === undefined ? record[name] : list[index] }
  })
}

function asRecord(decoded: Decoded | undefined): Record<string, unknown> {
  return Object.fromEntries((decoded?.values ?? []).map(({ name, value }) => [name, value]))
}

/** The text of a memo that was written as UTF-8 padded with zeros to 32 bytes; undefined when it is no such text. */
export function memoText(memo: Hex): string | undefined {
  const trimmed = hexToString(memo, { size: 32 })
  const isText = trimmed !== '' && !/[\p{Cc}\uFFFD]/u.test(trimmed)
  return isText ? trimmed : undefined
}

export interface Token {
  symbol: string
  decimals: number
}

/** Reads symbol and decimals of a token once. Undefined for an address that answers as no token does. */
export function createTokenReader(reader: ChainReader) {
  const known = new Map<string, Promise<Token | undefined>>()
  const read = async (address: Address): Promise<Token | undefined> => {
    try {
      const [symbol, decimals] = await Promise.all([
        reader.call(address, encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' })),
        reader.call(address, encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })),
      ])
      return {
        symbol: decodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', data: symbol }).slice(0, 16),
        decimals: decodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', data: decimals }),
      }
    } catch {
      return undefined
    }
  }
  return (address: Address): Promise<Token | undefined> => {
    const key = address.toLowerCase()
    const token = known.get(key) ?? read(address)
    known.set(key, token)
    return token
  }
}

export type TokenReader = ReturnType<typeof createTokenReader>

export async function tokenBalance(reader: ChainReader, token: Address, of: Address): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [of] })
  return decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: await reader.call(token, data) })
}
