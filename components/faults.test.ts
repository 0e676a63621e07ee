import { expect, test } from 'vitest'
import { Failure } from '@/lib/base/failure'
import { createFaultReporter } from './faults'

const ownOrigin = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop/'

function reporter(answer: () => Promise<null> = async () => null) {
  const told: unknown[] = []
  const report = createFaultReporter(
    {
      call: (async (procedure: string, input: unknown) => {
        told.push([procedure, input])
        return answer()
      }) as never,
    },
    ownOrigin,
  )
  return { told, report }
}

test('an error of the page is told without its text', () => {
  const { told, report } = reporter()
  report(new TypeError('x is not a function', { cause: new RangeError('5000000') }))
  expect(told).toEqual([
    ['fault.report', { kind: 'TypeError', cause: 'RangeError', message: 'not-a-function', code: null, position: null }],
  ])
})

test('what the worker answered is not told back to it, but that it died is', () => {
  const { told, report } = reporter()
  report(new Failure('wrong-password'))
  report(new Failure('worker-restarted'))
  expect(told).toMatchObject([['fault.report', { kind: 'Failure/worker-restarted' }]])
})

test('a report that fails is no error, and a page in a loop stops reporting', async () => {
  const { told, report } = reporter(() => Promise.reject(new Failure('worker-restarted')))
  for (let times = 0; times < 1_000; times++) report(new Error('again'))
  await new Promise(resolve => setTimeout(resolve))
  expect(told).toHaveLength(100)
})
