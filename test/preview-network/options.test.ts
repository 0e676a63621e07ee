import { expect, test } from 'vitest'
import { parseOptions } from './options.ts'

test('blocks of two seconds by default, of a fifth of one when they are fast', () => {
  expect(parseOptions([])).toMatchObject({ mode: 'preconfirmed', blockMs: 2000, preconfirmMs: 200, port: 0 })
  expect(parseOptions(['--mode', 'fast-blocks'])).toMatchObject({ blockMs: 200 })
  expect(parseOptions(['--mode', 'fast-blocks', '--block-ms', '300'])).toMatchObject({ blockMs: 300 })
})

test('safe and final are as far behind in time, whatever the blocks', () => {
  expect(parseOptions([])).toMatchObject({ safeBlocks: 10, finalizedBlocks: 20 })
  expect(parseOptions(['--mode', 'fast-blocks'])).toMatchObject({ safeBlocks: 100, finalizedBlocks: 200 })
  expect(parseOptions(['--safe-blocks', '3'])).toMatchObject({ safeBlocks: 3 })
})

test('what it does not understand it names', () => {
  expect(() => parseOptions(['--port', '70000'])).toThrow(/^--port: /)
  expect(() => parseOptions(['--errors', 'funny'])).toThrow(/^--errors: /)
  expect(() => parseOptions(['--speed', '1'])).toThrow('--speed')
})
