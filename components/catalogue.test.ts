import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fieldLabelKey } from '@/components/decision/field-label'
import { failureCodes } from '@/lib/base/failure'
import { levels, setbacks } from '@/lib/base/level'
import { paymentStates } from '@/lib/base/payment-state'
import { bundledDescriptors } from '@/lib/reading/descriptors/bundled'
import type { Field, Item } from '@/lib/reading/descriptors/types'
import { languages, readMessages } from './catalogue.fixture'

const english = readMessages('en')
const german = readMessages('de')

describe.each(languages)('the catalogue %s', language => {
  const catalogue = readMessages(language)

  it('has a sentence for every failure', () => {
    for (const code of failureCodes) expect(catalogue).toHaveProperty(`failure_${code.replaceAll('-', '_')}`)
  })

  it('has a name for every level and every setback', () => {
    for (const level of levels) expect(catalogue).toHaveProperty(`level_${level}`)
    for (const setback of setbacks) expect(catalogue).toHaveProperty(`event_${setback}`)
  })

  it('never calls a reversible payment confirmed', () => {
    for (const [key, { message }] of Object.entries(catalogue)) {
      const bare = message.replace(/pre-confirm\w*/gi, '').replace(/vor\u00ad?bestätig\w*/gi, '')
      expect(bare, key).not.toMatch(/\bconfirmed\b|\bbestätigt\b/i)
    }
  })
})

const root = join(import.meta.dirname, '..')

describe('codes that become sentences', () => {
  const keysFor = (prefix: string, found: IterableIterator<RegExpExecArray>) => [
    ...new Set([...found].map(match => `${prefix}_${match[1]?.replaceAll('-', '_')}`)),
  ]

  it('every label of the descriptors has one', () => {
    const fieldsIn = (item: Item): readonly Field[] => (item.kind === 'field' ? [item] : item.items.flatMap(fieldsIn))
    const labels = bundledDescriptors.flatMap(({ formats }) =>
      [...formats.values()].flatMap(({ items }) => items.flatMap(fieldsIn).map(({ label }) => label)),
    )
    expect(labels.length).toBeGreaterThan(100)
    for (const label of labels) {
      expect(english).toHaveProperty([fieldLabelKey(label), 'message'], label)
      expect(german).toHaveProperty(fieldLabelKey(label))
    }
  })

  it('every risk the rules can name has one', () => {
    const source = sourceOf('lib/reading/risk', 'lib/activity/sending', 'lib/payments')
    const keys = keysFor('risk', source.matchAll(/\b(?:risk|add)\(\s*[^,()]*,\s*'([a-z-]+)'/g))
    expect(keys.length).toBeGreaterThan(20)
    expect(keys.filter(key => !Object.hasOwn(english, key))).toEqual([])
  })

  it('every reason why a payment cannot be made has one, and everything it may come to', () => {
    const obstacles = sourceOf('lib/payments/http402/options.ts')
    const union = obstacles.slice(
      obstacles.indexOf('export type Obstacle'),
      obstacles.indexOf('export interface RatedOption'),
    )
    const states = paymentStates.map(state => `answer_${state.replaceAll('-', '_')}`)
    const keys = [...keysFor('payment_obstacle', union.matchAll(/'([a-z-]+)'/g)), ...states]
    expect(keys.length).toBeGreaterThan(20)
    expect(keys.filter(key => !Object.hasOwn(english, key))).toEqual([])
  })

  it('every thing a transaction can do has one', () => {
    const source = sourceOf('lib/reading/calls/describe.ts')
    const verbs = 'send|move|allow|revoke|create|call|unreadable|cancel|fill|clear'
    const keys = keysFor('does', source.matchAll(new RegExp(`'((?:${verbs})-[a-z-]+)'`, 'g')))
    expect(keys.length).toBeGreaterThan(15)
    expect(keys.filter(key => !Object.hasOwn(english, key))).toEqual([])
  })

  it('every kind of typed data the wallet knows has one', () => {
    const source = sourceOf('lib/reading/typed-data/typed-data-types.ts')
    const union = source.slice(
      source.indexOf('export type TypedDataKind'),
      source.indexOf('export interface SignedCall'),
    )
    const keys = keysFor('means', union.matchAll(/'([a-z0-9-]+)'/g))
    expect(keys.length).toBeGreaterThan(15)
    expect(keys.filter(key => !Object.hasOwn(english, key))).toEqual([])
  })

  it('every known reason of a revert has one', () => {
    const source = sourceOf('lib/reading/simulation/revert.ts')
    const union = source.slice(source.indexOf('export type RevertCode'), source.indexOf('const errorSelector'))
    const keys = keysFor('revert', union.matchAll(/'([a-z-]+)'/g))
    expect(keys.length).toBeGreaterThan(10)
    expect(keys.filter(key => !Object.hasOwn(english, key))).toEqual([])
  })
})

function sourceOf(...paths: string[]): string {
  return paths
    .flatMap(path => filesIn(join(root, path)))
    .filter(file => /\.(ts|tsx)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
}

function filesIn(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)],
  )
}
