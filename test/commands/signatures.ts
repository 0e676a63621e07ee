import { writeSignatureTables } from './signature-tables.ts'

/** `node test/commands/signatures.ts`: writes the tables of selectors and topics anew. */
await writeSignatureTables()
