import type { Address } from 'viem'
import { isAddress } from '@/lib/base/checksum'
import { relativePath } from '@/lib/base/relative-path'
import type { SourceFile } from './include'
import { loadDescriptor } from './load'
import { containerOf, type Subject } from './subject'
import type { Descriptor } from './types'

/**
 * The descriptors among files of a registry, without those that cannot be used. An `includes` is a path, relative to
 * the file that has it.
 * @param names paths of the descriptors; the other files are included by them
 * @see ERC-7730, Organizing files
 */
export function listedDescriptors(names: readonly string[], files: readonly SourceFile[]): Descriptor[] {
  return files
    .filter(({ name }) => names.includes(name))
    .flatMap(file => {
      const loaded = loadDescriptor(file, (reference, from) => {
        const path = relativePath(reference, from)
        return files.find(({ name }) => name === path)
      })
      return loaded.kind === 'descriptor' ? [loaded.descriptor] : []
    })
}

/**
 * What a registry is asked for: the contract, and the domain of a message.
 * @returns `chainId` 0 where a message names no chain
 */
export function contextOf(subject: Subject): { chainId: number; contract: Address | null; domain: string | null } {
  const { chainId, verifyingContract } = containerOf(subject)
  const name = subject.kind === 'message' ? subject.typedData.domain.name : undefined
  return {
    chainId: Number.isSafeInteger(chainId) ? Number(chainId) : 0,
    contract: verifyingContract !== null && isAddress(verifyingContract, { strict: false }) ? verifyingContract : null,
    domain: typeof name === 'string' ? name.slice(0, 200) : null,
  }
}
