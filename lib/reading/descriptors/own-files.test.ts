import { expect, it } from 'vitest'
import { callFile, contract } from './descriptor.fixture'
import { descriptorsIn, loadFiles } from './own-files'

const base = { display: { formats: { 'f(uint256 a)': { intent: 'Do', fields: [] } } } }
const file = (name: string, content: object) => ({ name, text: JSON.stringify(content) })

it('finds included files by their name, in whatever folder they lay', () => {
  const files = [
    file('main.json', callFile({}, { includes: '../../ercs/base.json', display: {} })),
    file('base.json', base),
  ]
  expect(loadFiles(files).map(({ kind }) => kind)).toEqual(['descriptor', 'fault'])
  expect(descriptorsIn(files)).toMatchObject([{ binding: { deployments: [{ address: contract }] } }])
  expect(descriptorsIn(files)[0]?.formats.size).toBe(1)
  expect(loadFiles(files.slice(0, 1))).toMatchObject([{ fault: { code: 'include-missing' } }])
})
