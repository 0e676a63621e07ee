import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBackup } from '@/lib/keys/backups/backup'
import { checksumOf, readCopy } from './vault'

test('nothing that lies where a vault should lie makes reading it fail', () => {
  fc.assert(
    fc.property(fc.anything(), value => {
      expect(['absent', 'damaged']).toContain(readCopy(value).state)
    }),
  )
})

test('no whole text that is not a vault is taken for one', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), text => {
      expect(readCopy({ text, checksum: checksumOf(text) }).state).toBe('damaged')
    }),
  )
})

test('no text that is not a backup is taken for one', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), text => {
      expect(() => readBackup(text)).toThrow(
        expect.objectContaining({ code: 'backup-invalid', details: { reason: 'not-a-backup' } }),
      )
    }),
  )
})
