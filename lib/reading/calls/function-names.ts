import type { Hex } from 'viem'
import { functionNames } from '@/lib/base/signatures/function-names'

/** Names of functions that have no sentence, by their selector. Only the worker's script of decisions carries them. */

let names: ReadonlyMap<string, string> | null = null

/** The name of a function by its selector, as public contracts have it; `null` where none is known. */
export function nameOfFunction(selector: Hex): string | null {
  names ??= new Map(functionNames.split(' ').map(each => [each.slice(0, 8), each.slice(8)]))
  return names.get(selector.slice(2).toLowerCase()) ?? null
}
