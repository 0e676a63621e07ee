import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { tool } from '../commands/project.ts'
import { outside } from './outside.ts'
import { examplesOf } from './readme.ts'

const execute = promisify(execFile)
const readme = () => readFile(join(inject('installed'), 'node_modules/prelude-viem/README.md'), 'utf8')

test('the example of the README runs as it stands', async () => {
  const cwd = inject('installed')
  const [example = '', ...others] = examplesOf(await readme(), 'js')
  expect(others).toEqual([])
  await writeFile(join(cwd, 'levels-example.mjs'), example)
  const { stdout } = await execute(process.execPath, ['levels-example.mjs'], { cwd, env: outside(), timeout: 30_000 })
  const told = stdout.split('\n').map(line => line.split(' ')[0])
  expect(told).toEqual(expect.arrayContaining(['preconfirmed', 'sealed']))
})

test('the example for wagmi has the right types, in a strict project', async () => {
  const cwd = inject('installed')
  const [example = ''] = examplesOf(await readme(), 'tsx')
  await writeFile(join(cwd, 'pay.tsx'), example)
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--jsx', 'react-jsx', '--target', 'es2022']
  const resolution = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', '']
  const checked = await execute(tool('tsc'), [...options, ...resolution, 'pay.tsx'], { cwd, env: outside() }).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout }),
  )
  expect(checked.stdout).toBe('')
})
