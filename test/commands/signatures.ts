import { gatherFunctionSignatures } from './function-signatures.ts'
import { writeSignatureTables } from './signature-tables.ts'

/**
 * `node test/commands/signatures.ts [FOLDER…]`: writes the tables of selectors, topics and function names anew. With
 * folders of unpacked npm packages the list of functions is gathered from their ABIs first.
 */
const folders = process.argv.slice(2)
if (folders.length > 0) await gatherFunctionSignatures(folders)
await writeSignatureTables()
