import fc from 'fast-check'
import { expect, test } from 'vitest'
import { delimitedRows } from './delimited-rows'

const quote = (field: string) => `"${field.replaceAll('"', '""')}"`

test('a quoted field may hold everything, between every separator', () => {
  const field = fc
    .string({ unit: fc.constantFrom('a', 'B', '"', ',', ';', '\t', '\n', ' ', '0x') })
    .map(text => text.trim())
  const row = fc.array(field, { minLength: 2, maxLength: 4 }).filter(fields => fields.some(each => each !== ''))
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 4 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      (rows, by, end) => {
        const text = rows.map(fields => fields.map(quote).join(by)).join(end)
        expect(delimitedRows(text).map(({ fields }) => fields)).toEqual(rows)
      },
    ),
  )
})

test('lines are counted through quotes and empty lines', () => {
  expect(delimitedRows('a,b\n\n"x\ny",z\nc;d')).toEqual([
    { line: 1, fields: ['a', 'b'] },
    { line: 3, fields: ['x\ny', 'z'] },
    { line: 5, fields: ['c', 'd'] },
  ])
})

test('a quote inside a field is a sign as any other', () => {
  expect(delimitedRows('5" pipe,1\nAnna "A" Miller,2').map(({ fields }) => fields)).toEqual([
    ['5" pipe', '1'],
    ['Anna "A" Miller', '2'],
  ])
})
