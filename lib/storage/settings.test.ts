import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './open'
import { createSettings, defaultSettings } from './settings'

describe('settings', () => {
  let database: Database
  beforeEach(async () => {
    database = await openDatabase(`settings-${crypto.randomUUID()}`)
  })

  test('are the defaults until something is changed', async () => {
    expect(await createSettings(database).read()).toEqual(defaultSettings)
  })

  test('keep a change, and tell who listens', async () => {
    const settings = createSettings(database)
    const heard: (number | null)[] = []
    settings.onChange(({ lockAfterMinutes }) => heard.push(lockAfterMinutes))
    await settings.change({ lockAfterMinutes: null })
    await settings.change({ notifications: false })
    expect(await createSettings(database).read()).toEqual({
      ...defaultSettings,
      lockAfterMinutes: null,
      notifications: false,
    })
    expect(heard).toEqual([null, null])
  })

  test('that cannot be read are the defaults, not a crash', async () => {
    const row = { ...defaultSettings, lockAfterMinutes: 'soon' }
    await database.put('settings', row as never)
    expect(await createSettings(database).read()).toEqual(defaultSettings)
  })
})
