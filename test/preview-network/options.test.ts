import { describe, expect, test } from 'vitest'
import { OptionsError } from './errors.ts'
import { modeNames } from './modes.ts'
import { parseArguments, parseOptions } from './options.ts'

describe('Intervals', () => {
  test.each([
    ['preconfirmed', 2000, 200],
    ['fast-blocks', 200, 200],
    ['shreds', 1000, 20],
    ['mini-blocks', 1000, 20],
    ['proposed-blocks', 400, 200],
    ['commitments', 12_000, 500],
  ])('of the mode %s are its own unless they are named', (mode, blockMs, preconfirmMs) => {
    expect(parseOptions({ mode })).toMatchObject({ blockMs, preconfirmMs, port: 0 })
    expect(parseOptions({ mode, blockMs: 300, preconfirmMs: 30 })).toMatchObject({ blockMs: 300, preconfirmMs: 30 })
  })

  test('exist for every mode', () => {
    for (const mode of modeNames) expect(parseOptions({ mode }).blockMs).toBeGreaterThan(0)
  })
})

test('safe and final blocks are the same time behind in both modes of Base', () => {
  expect(parseOptions({})).toMatchObject({ safeBlocks: 10, finalizedBlocks: 20 })
  expect(parseOptions({ mode: 'fast-blocks' })).toMatchObject({ safeBlocks: 100, finalizedBlocks: 200 })
  expect(parseOptions({ mode: 'proposed-blocks' })).toMatchObject({ safeBlocks: 1, finalizedBlocks: 2 })
  expect(parseOptions({ safeBlocks: 3 })).toMatchObject({ safeBlocks: 3 })
})

test('a flag is the option in other letters', () => {
  expect(parseArguments(['--block-ms', '500', '--faucet-name', 'x', '--control'])).toMatchObject({
    blockMs: 500,
    faucetName: 'x',
    control: true,
  })
})

test.each([
  [['--port', '70000'], 'port'],
  [['--errors', 'funny'], 'errors'],
  [['--block-ms', 'soon'], 'blockMs'],
  [['--chain-id', '-1'], 'chainId'],
])('%j is refused with the name of the option', (args, option) => {
  const refused = () => parseArguments(args)
  expect(refused).toThrow(OptionsError)
  expect(refused).toThrow(new RegExp(`^(${option}: |Option '--)`))
})

test('an unknown flag and an unknown option are refused with their names', () => {
  expect(() => parseArguments(['--speed', '1'])).toThrow("'--speed'")
  expect(() => parseOptions({ speed: 1 })).toThrow('speed')
})
