import { expect, test } from 'vitest'
import { createHeadStream } from './heads.ts'

test('what was held back comes as soon as heads are normal again', () => {
  const stream = createHeadStream()
  expect(stream(['1'], 'reordered')).toEqual([])
  expect(stream(['2'], 'normal')).toEqual(['1', '2'])
  expect(stream(['3'], 'normal')).toEqual(['3'])
})
