import type { SourceFile } from './include'
import { type Loaded, loadDescriptor } from './load'
import type { Descriptor } from './types'

/**
 * Loads files that a person added. They lie in no folders: an `includes` is found among them by its last part.
 * @returns one result for each file, in their order
 */
export function loadFiles(files: readonly SourceFile[]): Loaded[] {
  return files.map(file =>
    loadDescriptor(file, reference => files.find(({ name }) => name === reference.split('/').at(-1))),
  )
}

/** The descriptors among them, without those that cannot be used. */
export function descriptorsIn(files: readonly SourceFile[]): Descriptor[] {
  return loadFiles(files).flatMap(loaded => (loaded.kind === 'descriptor' ? [loaded.descriptor] : []))
}
