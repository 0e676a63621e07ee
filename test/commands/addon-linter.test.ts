import { expect, it } from 'vitest'
import { faultsOfReport } from './addon-linter.ts'

const files: Record<string, string> = {
  'react.js': 'o?.__html!==n&&(e.innerHTML=n)',
  'ours.js': 'const html=read();document.body.innerHTML=html',
}
const faults = (warnings: object[], errors: object[] = []) =>
  faultsOfReport({ errors, warnings }, async file => files[file] ?? '')
const innerHtml = (file: string) => ({
  code: 'UNSAFE_VAR_ASSIGNMENT',
  message: 'Unsafe assignment to innerHTML',
  file,
  line: 1,
  column: (files[file]?.indexOf('.innerHTML') ?? 0) - 1,
})

it('does not count the place where React sets the markup that it was given', async () => {
  expect(await faults([innerHtml('react.js')])).toEqual([])
})

it('counts the same of our own', async () => {
  expect(await faults([innerHtml('ours.js')])).toHaveLength(1)
})

it('counts an error, also one of the package as a whole', async () => {
  const error = { code: 'BAD_MANIFEST', message: 'No version.', file: null }
  expect(await faults([], [error])).toEqual(['package:: BAD_MANIFEST: No version.'])
})
