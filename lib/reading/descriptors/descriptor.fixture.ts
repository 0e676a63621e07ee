import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { type DescriptionOutcome, describeSubject } from './describe'
import type { Description } from './description'
import type { FaultCode } from './fault'
import type { ReadInclude } from './include'
import { loadDescriptor } from './load'
import type { CallSubject, Facts } from './subject'
import type { Descriptor } from './types'

export const contract: Address = `0x${'c0'.repeat(20)}`
export const account: Address = `0x${'ac'.repeat(20)}`
export const version1 = 'https://eips.ethereum.org/assets/eip-7730/erc7730-v1.schema.json'
export const version2 = 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json'

/** A descriptor file for calls of `contract` on chain 1. Members given replace those. */
export function callFile(formats: Record<string, unknown>, more: Record<string, unknown> = {}): object {
  return {
    $schema: version2,
    context: { contract: { deployments: [{ chainId: 1, address: contract }] } },
    metadata: { owner: 'Somebody' },
    display: { formats },
    ...more,
  }
}

export function load(file: object | string, readInclude?: ReadInclude): Descriptor {
  const loaded = loadDescriptor({ name: 'main', text: textOf(file) }, readInclude)
  if (loaded.kind === 'fault') throw loaded.fault
  return loaded.descriptor
}

export function faultOf(file: object | string, readInclude?: ReadInclude): FaultCode | null {
  const loaded = loadDescriptor({ name: 'main', text: textOf(file) }, readInclude)
  return loaded.kind === 'fault' ? loaded.fault.code : null
}

function textOf(file: object | string): string {
  return typeof file === 'string' ? file : JSON.stringify(file)
}

/** A call of `contract`; the data by another encoder than the one that reads it. */
export function callOf(signature: string, args: readonly unknown[], value = 0n): CallSubject {
  const abi = parseAbi([`function ${signature}`] as readonly string[])
  const data: Hex = encodeFunctionData({ abi, args } as Parameters<typeof encodeFunctionData>[0])
  return { kind: 'call', chainId: 1, from: account, to: contract, value, data }
}

/** What one format says of a call of its own function. */
export function outcomeOf(
  signature: string,
  format: Record<string, unknown>,
  args: readonly unknown[],
  more: { file?: Record<string, unknown>; value?: bigint; facts?: Facts } = {},
): DescriptionOutcome {
  const descriptor = load(callFile({ [signature]: { intent: 'Do', ...format } }, more.file))
  return describeSubject([descriptor], callOf(signature, args, more.value), more.facts)
}

export function described(outcome: DescriptionOutcome): Description {
  if (outcome.kind !== 'described') throw new Error(`not described: ${JSON.stringify(outcome)}`)
  return outcome.description
}
