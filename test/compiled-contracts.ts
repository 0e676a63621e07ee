import { buildContracts } from './preview-network/contracts/compile.ts'

/** Compiles the contracts once before the tests: in a fresh checkout each of their processes would, all at once. */
export default async function compileContracts(): Promise<void> {
  await buildContracts()
}
