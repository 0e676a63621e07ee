import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { root } from '../commands/project.ts'
import { outside } from './outside.ts'
import { examplesOf } from './readme.ts'

const execute = promisify(execFile)
/** In its short form `npm test` has only the browser run that a newcomer does. */
const isShort = process.env.PRELUDE_SHORT === 'true'

/** What Playwright said of the tests in a folder, passed or not. */
async function playwright(cwd: string, args: string[] = []): Promise<string> {
  const cli = join(inject('installed'), 'node_modules/@playwright/test/cli.js')
  const env = { ...outside(), PRELUDE_CHROMIUM: process.env.PRELUDE_CHROMIUM, FORCE_COLOR: '0' }
  const { stdout, stderr } = await execute(process.execPath, [cli, 'test', '--reporter=line', ...args], {
    ...{ cwd, env, timeout: 280_000 },
  }).catch((error: { stdout: string; stderr: string }) => error)
  return `${stdout}${stderr}`
}

/** A folder below the installed packages with these files. */
async function project(name: string, files: Record<string, string>): Promise<string> {
  const folder = join(inject('installed'), name)
  await mkdir(folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text)
  return folder
}

test('the example project of the guide passes with the packages as they are published', async () => {
  const folder = join(inject('installed'), 'example-dapp')
  await cp(join(root, 'test/example-dapp'), folder, { recursive: true })
  expect(await playwright(folder)).toContain('5 passed')
})

test('the guide contains the example project, word for word', async () => {
  const guide = await readFile(join(root, 'docs/testing-a-dapp.md'), 'utf8')
  const files = ['src/main.js', 'playwright.config.js', 'pay.spec.js', 'more.spec.js']
  const texts = await Promise.all(files.map(file => readFile(join(root, 'test/example-dapp', file), 'utf8')))
  expect(examplesOf(guide, 'js')).toEqual(texts)
  // The first test of a newcomer is a small one.
  const lines = texts.slice(0, 3).join('').split('\n').filter(Boolean)
  expect(lines.length).toBeLessThan(40)
})

if (!isShort) {
  test('the example of the README passes as it stands', async () => {
    const readme = await readFile(join(inject('installed'), 'node_modules/prelude-fixtures/README.md'), 'utf8')
    const [example = '', ...others] = examplesOf(readme, 'js')
    expect(others).toEqual([])
    expect(await playwright(await project('fixtures-readme', { 'pay.spec.mjs': example }))).toContain('1 passed')
  })

  describe('A test that goes wrong says why in one error', () => {
    const cases: Record<string, string> = {
      ExtensionMissingError: "test.use({ extension: '/nowhere' }); test('a', async ({ wallet }) => wallet.import())",
      ExtensionVersionError: `
      const extension = process.cwd() + '/of-another-version'
      mkdirSync(extension, { recursive: true })
      writeFileSync(extension + '/manifest.json', '{"version":"9.9.9"}')
      test.use({ extension })
      test('a', async ({ wallet }) => wallet.import())`,
      BrowserMissingError: "test.use({ chromiumPath: '/bin/true' }); test('a', async ({ wallet }) => wallet.import())",
      NoWalletError: "test('a', async ({ wallet }) => wallet.approve())",
      ProfileInUseError: `
      const profile = process.cwd() + '/profile'
      test.use({ profile })
      test.beforeAll(() => { mkdirSync(profile, { recursive: true }); writeFileSync(profile + '/prelude-fixtures.lock', '1') })
      test('a', async ({ wallet }) => wallet.import())`,
      PortTakenError: `
      const server = createServer().listen(0)
      test.use({ networkOptions: { port: server.address().port, host: '::' } })
      test('a', async ({ network }) => network.seal())`,
      DecisionWaitsError: `
      test('a', async ({ wallet, page }) => {
        const server = createServer((_, response) => response.end('<title>A</title>')).listen(0)
        await wallet.import()
        await page.goto('http://localhost:' + server.address().port)
        await page.evaluate(() => void window.ethereum.request({ method: 'eth_requestAccounts' }).catch(() => {}))
        await wallet.decision()
        server.close()
      })`,
    }
    const head = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { createServer } from 'node:http'
    import { test } from 'prelude-fixtures'
  `
    test('each of them', async () => {
      const files = Object.fromEntries(Object.entries(cases).map(([name, code]) => [`${name}.spec.mjs`, head + code]))
      const folder = await project('fixtures-errors', files)
      const said = await playwright(folder, ['--workers=2'])
      expect(said).toContain(`${Object.keys(cases).length} failed`)
      for (const name of Object.keys(cases)) expect(said).toContain(`${name}: `)
      // The trace of a test that had a browser is kept, without an option.
      const kept = await readdir(join(inject('installed'), 'test-results'), { recursive: true })
      expect(kept.filter(name => /DecisionWaitsError.*trace\.zip$/.test(name))).toHaveLength(1)
    })
  })
}
