import { describe, expect, it } from 'vitest'
import { faultsOfCatalogue, faultsOfTexts } from './catalogue.ts'

const english = '# Frame\nback: Back\nwait: Try again in {time}\n'
const german = '# Rahmen\nback: Zurück\nwait: In {time} noch einmal\n'
const source = "t('back') + t('wait', { time })"

describe('the check of the catalogue', () => {
  it('accepts the catalogue of this project', async () => {
    expect(await faultsOfCatalogue()).toEqual([])
  })

  it('accepts two languages that say the same', () => {
    expect(faultsOfTexts({ en: english, de: german }, source)).toEqual([])
  })

  it.each([
    ['a key that one language lacks', german.replace('back: Zurück\n', ''), 'back: missing'],
    ['a key that English lacks', `${german}more: Mehr\n`, 'more: only here'],
    ['another placeholder', german.replace('{time}', '{zeit}'), 'wait: has the placeholders {zeit} instead of {time}'],
    ['no placeholder', german.replace('{time}', 'Kürze'), 'wait: has the placeholders none instead of {time}'],
    ['an empty text', german.replace('Zurück', "''"), 'back: is empty'],
    ['a blank at the end', german.replace('Zurück', "'Zurück '"), 'back: begins or ends with a blank'],
    ['a dollar sign', german.replace('Zurück', '$1'), 'back: the browser would read $ as a substitution'],
    ['another order', '# Rahmen\nwait: In {time} noch einmal\nback: Zurück\n', 'stands at another place'],
    ['a nested key', `${german}group:\n  inner: Innen\n`, 'line 4 is neither'],
    ['a string of two lines', german.replace('Zurück', 'Zurück\n  und weiter'), 'line 3 is neither'],
    ['a key twice', `${german}back: Rückwärts\n`, 'duplicated mapping key'],
  ])('names %s', (_, changed, fault) => {
    expect(faultsOfTexts({ en: english, de: changed }, source).join('\n')).toContain(`de.yml: `)
    expect(faultsOfTexts({ en: english, de: changed }, source).join('\n')).toContain(fault)
  })

  it('lets a language have more plural forms', () => {
    const forms = { en: 'left_one: One\nleft_other: Some\n', de: 'left_one: Eins\nleft_few: Zwei\nleft_other: Mehr\n' }
    expect(faultsOfTexts(forms, "plural('left', count)")).toEqual([])
  })

  it('names a key that no code uses', () => {
    expect(faultsOfTexts({ en: english }, "t('back')")).toEqual(['en.yml: wait: no code uses it'])
  })

  it('follows keys that are made at run time, down to the code', () => {
    const made = ['lookUp(`risk_', '{code}`)'].join('$')
    const catalogue = { en: 'risk_gas_low: Little gas\nrisk_gone: Gone\n' }
    expect(faultsOfTexts(catalogue, `${made}; add('gas-low')`)).toEqual(['en.yml: risk_gone: no code uses it'])
  })
})
