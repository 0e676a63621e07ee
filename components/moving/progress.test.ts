import { beforeEach, describe, expect, it } from 'vitest'
import { browser } from 'wxt/browser'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { type Progress, readProgress, withLeft, writeProgress } from './progress'

const progress: Progress = {
  of: 'phrase-1',
  step: 'files',
  before: { phrases: 1, accounts: 1, contacts: 0, networks: 3, tokens: 0 },
  left: [{ part: 'contact', reason: 'checksum', count: 2 }],
}

beforeEach(() => fakeBrowser.reset())

describe('the progress of moving', () => {
  it('is kept until it ends, and is new where it was stored in another shape', async () => {
    expect(await readProgress()).toBeNull()
    await writeProgress(progress)
    expect(await readProgress()).toEqual(progress)
    await browser.storage.session.set({ moving: { ...progress, step: 'somewhere' } })
    expect(await readProgress()).toBeNull()
    await writeProgress(progress)
    await writeProgress(null)
    expect(await readProgress()).toBeNull()
  })

  it('counts what was left out by its reason, and keeps no name of it', () => {
    const more = [
      { part: 'contact' as const, reason: 'checksum' as const, count: 1, examples: ['Coffee shop'] },
      { part: 'token' as const, reason: 'silent' as const, count: 4, examples: [] },
    ]
    expect(withLeft(progress, more).left).toEqual([
      { part: 'contact', reason: 'checksum', count: 3 },
      { part: 'token', reason: 'silent', count: 4 },
    ])
  })
})
