import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../commands/project.ts'
import { createLines, figuresOf, inTurns, tableOf } from './lines.ts'
import { kindOf, loadDrivers } from './sides.ts'
import { percentile, summary } from './statistics.ts'

test('each is measured once a run, in the opposite order in every second run, warming runs included', async () => {
  const done: string[] = []
  await inTurns(['ours', 'beside', 'floor'], 2, async (each, number) => void done.push(`${number} ${each}`), -1)
  expect(done).toEqual(
    ['-1 floor', '-1 beside', '-1 ours', '0 ours', '0 beside', '0 floor'].concat(['1 floor', '1 beside', '1 ours']),
  )
})

test('a percentile is one of the values, and of no values not a number', () => {
  const values = [5, 1, 4, 2, 3]
  expect([0, 50, 95, 100].map(percent => percentile(values, percent))).toEqual([1, 3, 5, 5])
  expect(percentile([], 50)).toBeNaN()
  expect(values).toEqual([5, 1, 4, 2, 3])
  expect(summary(Array.from({ length: 100 }, (_, index) => index + 1))).toEqual({
    median: 50,
    p95: 95,
    worst: 100,
    count: 100,
  })
})

test('a line keeps its place, its budget and the values of each column; ratios are those of the medians', () => {
  const lines = createLines()
  lines.note('floor', 'popup', 40)
  lines.note('ours', 'heap', 3.5, '≤ 4', 'MB')
  lines.note('ours', 'popup', [80, 60, 70], '≤ 60')
  lines.note('beside', 'popup', [100, 140])
  const [popup, heap] = figuresOf(lines.all())
  expect(popup).toMatchObject({ name: 'popup', unit: 'ms', budget: '≤ 60', oursToBeside: 0.7, oursToFloor: 1.75 })
  expect(popup?.ours).toEqual({ median: 70, p95: 80, worst: 80, count: 3, values: [80, 60, 70] })
  expect(heap).toMatchObject({ unit: 'MB', beside: null, floor: null, oursToBeside: null, oursToFloor: null })
})

test('the table has the columns that some line has, and empty cells where a line has no value', () => {
  const lines = createLines()
  lines.note('ours', 'popup', [80, 60, 70], '≤ 60')
  lines.note('floor', 'popup', 40)
  lines.note('ours', 'faults', 0, '', '')
  expect(tableOf(figuresOf(lines.all())).split('\n')).toEqual([
    '           median  p95  n  floor  ours/floor  budget',
    'popup, ms      70   80  3     40      1.75 ×    ≤ 60',
    'faults          0    0  1                           ',
  ])
})

async function folder(files: Record<string, string>): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'prelude-beside-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(made, path, '..'), { recursive: true })
    await writeFile(join(made, path), text)
  }
  return made
}

test('a folder is known as a build for a browser or as a checkout, and otherwise refused in one sentence', async () => {
  const manifest = (background: object) => folder({ 'manifest.json': JSON.stringify({ background }) })
  await expect(kindOf(await manifest({ service_worker: 'background.js' }))).resolves.toBe('chromium')
  await expect(kindOf(await manifest({ scripts: ['background.js'] }))).resolves.toBe('firefox')
  await expect(kindOf(root)).resolves.toBe('checkout')
  const empty = await folder({})
  await expect(kindOf(empty)).rejects.toThrow(`${empty} has no manifest.json and is no checkout of this project.`)
  const source = await folder({ 'wxt.config.ts': '' })
  await expect(kindOf(source)).rejects.toThrow(`${source} is a checkout without its packages: run npm ci in it.`)
  const other = await folder({ 'manifest.json': '{' })
  await expect(kindOf(other)).rejects.toThrow(`${other}/manifest.json is not the manifest of a wallet.`)
})

test('a checkout whose drivers lack what a bench needs is refused with the file and the function', async () => {
  const needs = ['raw'] as const
  const [old, older] = [await folder({ 'test/raw-wallet.ts': 'export const send = 1' }), await folder({})]
  const lacks = (of: string, what: string) => `${of} has no ${what}, which bench:wallet needs.`
  await expect(loadDrivers(old, needs, 'wallet')).rejects.toThrow(lacks(old, 'importWallet in test/raw-wallet.ts'))
  await expect(loadDrivers(older, needs, 'wallet')).rejects.toThrow(lacks(older, 'test/raw-wallet.ts'))
  expect((await loadDrivers(root, needs, 'wallet')).raw.send).toBeTypeOf('function')
})
