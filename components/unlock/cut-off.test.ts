import { beforeEach, describe, expect, it } from 'vitest'
import { createCutOff } from './cut-off'

let kept: Map<string, string>
const openPage = () =>
  createCutOff({
    getItem: key => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: key => kept.delete(key),
  })

beforeEach(() => {
  kept = new Map()
})

describe('a popup that asks for a passkey', () => {
  it('and is closed meanwhile is found by the next popup', () => {
    const first = openPage()
    expect(first.hasHappened()).toBe(false)
    void first.during(() => new Promise(() => undefined))
    expect(openPage().hasHappened()).toBe(true)
  })

  it('and gets an answer leaves nothing behind, whatever the answer is', async () => {
    await expect(openPage().during(async () => 'opened')).resolves.toBe('opened')
    expect(openPage().hasHappened()).toBe(false)
    await expect(openPage().during(() => Promise.reject(new Error('cancelled')))).rejects.toThrow('cancelled')
    expect(openPage().hasHappened()).toBe(false)
  })
})
