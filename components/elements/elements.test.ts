import Trash2 from 'lucide-react/icons/trash-2'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browser } from 'wxt/browser'
import { readMessages } from '@/components/catalogue.fixture'
import { type Client, createClient } from '@/components/client'
import { PageProvider } from '@/components/client-context'
import { AssetField } from '@/components/payments/desk/fields'
import { systemClock } from '@/lib/base/clock'
import { AddressField } from './AddressField'
import { AmountField } from './AmountField'
import { readAddress } from './address-entry'
import { readAmount } from './amount-entry'
import { Button, IconButton } from './Button'
import { Card, EmptyState } from './Card'
import { Form } from './Form'
import { Row, Rows } from './Row'
import { Select, SelectField } from './Select'
import { TextField } from './TextField'

const english = readMessages('en')
const token = { symbol: 'USDC', decimals: 6 }

beforeEach(() => {
  vi.spyOn(browser.i18n, 'getMessage').mockImplementation((key: string) => english[key]?.message ?? '')
  vi.spyOn(browser.i18n, 'getUILanguage').mockReturnValue('en-US')
})
afterEach(() => vi.restoreAllMocks())

/** The client of a page whose port stays silent. */
function clientOfNoWorker(): Client {
  const listeners = { addListener: () => undefined }
  const connect = () => ({
    postMessage: () => undefined,
    disconnect: () => undefined,
    onMessage: listeners,
    onDisconnect: listeners,
  })
  return createClient({ connect, slices: [], clock: systemClock, askRepeatable: () => undefined })
}

/** What a press on a button does, and whether the browser's own reaction to it was prevented. */
function press(button: ReactElement<{ onClick(event: { preventDefault(): void }): void }>): boolean {
  const preventDefault = vi.fn()
  button.props.onClick({ preventDefault })
  return preventDefault.mock.calls.length > 0
}

describe('a button', () => {
  it('says that it is disabled without losing its place in the order of focus', () => {
    const html = renderToStaticMarkup(createElement(Button, { disabled: true }, 'Save'))
    expect(html).toContain('aria-disabled="true"')
    expect(html).not.toMatch(/\sdisabled/)
    expect(html).not.toContain('tabindex')
  })

  it('does not submit a form by accident', () => {
    expect(renderToStaticMarkup(createElement(Button, {}, 'Save'))).toContain('type="button"')
  })

  it('ignores presses while it is disabled or busy, and keeps them from submitting', () => {
    const onClick = vi.fn()
    expect(press(Button({ disabled: true, onClick }))).toBe(true)
    expect(press(Button({ busy: true, onClick }))).toBe(true)
    expect(onClick).not.toHaveBeenCalled()
    expect(press(Button({ disabled: false, busy: false, onClick }))).toBe(false)
    expect(onClick).toHaveBeenCalledOnce()
  })

  it('runs its action once, and says that it is busy while that runs', () => {
    const run = vi.fn(async () => undefined)
    press(Button({ action: { run, busy: false } }))
    press(Button({ action: { run, busy: true } }))
    expect(run).toHaveBeenCalledOnce()
    const busy = createElement(Button, { action: { run, busy: true }, busyWords: 'Saving…' }, 'Save')
    expect(renderToStaticMarkup(busy)).toMatch(/aria-busy="true".*>Saving…</)
  })

  it('has a name where it shows only an icon', () => {
    const html = renderToStaticMarkup(createElement(IconButton, { icon: Trash2, label: 'Remove' }))
    expect(html).toContain('aria-label="Remove"')
    expect(html).toMatch(/<svg[^>]*aria-hidden="true"/)
  })
})

describe('a field', () => {
  const field = (props: { error?: string; hint?: string; id?: string }) =>
    renderToStaticMarkup(createElement(TextField, { label: 'Name', value: '', onChange: () => undefined, ...props }))

  it('is tied to its label and to its note', () => {
    const html = field({ id: 'name', hint: 'As others will see it' })
    expect(html).toContain('<label for="name">Name</label>')
    expect(html).toMatch(/<input[^>]*id="name"/)
    expect(html).toMatch(/<input[^>]*aria-describedby="name-note"/)
    expect(html).toContain('<p id="name-note" class="field-note">As others will see it</p>')
    expect(html).not.toContain('aria-invalid')
  })

  it('announces an error in place of its hint', () => {
    const html = field({ hint: 'As others will see it', error: 'Too long' })
    expect(html).toMatch(/<input[^>]*aria-invalid="true"/)
    expect(html).toMatch(/<p id="([^"]+)-note" class="field-note field-error" role="alert">Too long<\/p>/)
    expect(html).not.toContain('As others')
  })

  it('keeps the line of its note while it has nothing to say', () => {
    expect(field({})).toContain('>\u00a0</p>')
  })

  it('has an id of its own where none was given', () => {
    const two = createElement('div', {}, ...['a', 'b'].map(key => createElement(TextField, { key, ...nameless })))
    const ids = [...renderToStaticMarkup(two).matchAll(/<input[^>]*id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(2)
  })
})

const nameless = { label: 'Name', value: '', onChange: () => undefined }

describe('an amount', () => {
  it('is read in the smallest unit', () => {
    expect(readAmount('12.5', token)).toMatchObject({ value: 12_500_000n, isEmpty: false, error: undefined })
  })

  it('is empty and not wrong before anything is typed', () => {
    expect(readAmount(' ', token)).toMatchObject({ value: null, isEmpty: true, error: undefined })
  })

  it.each([
    ['minus one', english.amount_not_a_number?.message],
    ['1,234', english.amount_ambiguous?.message],
    ['1.0000001', 'USDC has at most 6 digits after the decimal separator'],
    ['9'.repeat(80), english.amount_too_large?.message],
  ])('says why %s is none', (text, words) => {
    expect(readAmount(text, token)).toMatchObject({ value: null, error: words })
  })

  it('says why it cannot be read before why it is not allowed', () => {
    const field = (text: string) =>
      renderToStaticMarkup(
        createElement(AmountField, {
          label: 'Amount',
          entry: readAmount(text, token),
          error: 'More than you have',
          onChange: () => undefined,
        }),
      )
    expect(field('x')).toContain('Type a number')
    expect(field('7')).toContain('More than you have')
    expect(field('7')).toMatch(/inputMode="decimal"/i)
    expect(field('7')).toContain('>USDC<')
  })
})

describe('an address', () => {
  const checked = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

  it('is read with the blanks and the scheme of where it was copied from', () => {
    expect(readAddress(` ethereum:${checked}\n`)).toMatchObject({ address: checked, hasChecksum: true })
    expect(readAddress(checked.toLowerCase())).toMatchObject({ address: checked, hasChecksum: false })
  })

  it.each([
    ['', undefined],
    ['vitalik.eth', english.address_not_an_address?.message],
    [checked.slice(0, -1), english.address_wrong_length?.message],
    [checked.replace('f39F', 'F39F'), english.address_checksum?.message],
  ])('%j is none, with its reason', (text, words) => {
    expect(readAddress(text)).toMatchObject({ address: null, error: words })
  })

  it('is taken with its own chain in front, and refused for another one by its name', () => {
    const here = { chainId: 8453, networks: [{ chainId: 1, name: 'Ethereum' }] }
    expect(readAddress(`base:${checked}`, here)).toMatchObject({ address: checked, hasChecksum: true })
    expect(readAddress(`eth:${checked}`, here)).toMatchObject({
      address: null,
      error: 'For Ethereum, not for the selected network',
    })
    expect(readAddress(`eth:${checked}`)).toMatchObject({ address: checked })
    expect(readAddress(`gno:${checked}`, here).error).toContain('chain 100')
    expect(readAddress(`nowhere:${checked}`).error).toBe(english.address_unknown_chain?.message)
  })

  it('is not taken from a payment link that says more, which is offered instead', () => {
    const here = { chainId: 8453, networks: [] }
    const text = `ethereum:${checked}@8453/transfer?address=0x${'a1'.repeat(20)}&uint256=5`
    const entry = readAddress(text, here)
    expect(entry).toMatchObject({ address: null, link: { text, transfer: { token: checked, amount: 5n } } })
    expect(readAddress(text.replace('8453', '1'), here).link).toEqual({
      text: text.replace('8453', '1'),
      transfer: null,
    })
    const html = renderToStaticMarkup(createElement(AddressField, { entry, onChange: () => undefined }))
    expect(html).toContain(english.address_is_link?.message)
    expect(html).toContain(english.address_open_link?.message)
  })

  it('is not called wrong while it is being typed, and reads from left to right', () => {
    const entry = readAddress('0x12')
    const html = renderToStaticMarkup(createElement(AddressField, { entry, onChange: () => undefined }))
    expect(entry.error).toBe(english.address_wrong_length?.message)
    expect(html).not.toContain('aria-invalid')
    expect(html).toContain('dir="ltr"')
  })
})

describe('a select', () => {
  const choices = [
    { value: null, label: 'ETH' },
    { value: '0xaa', label: 'USDC' },
    { value: '0xbb', label: 'FREE', group: 'Found' },
  ]

  it('calls back with the value of the choice, of its own type', () => {
    const onChange = vi.fn()
    const shown: ReactElement<{ onChange(event: { target: { value: string } }): void }> = Select({
      choices,
      value: '0xaa',
      onChange,
      label: 'Asset',
    })
    shown.props.onChange({ target: { value: '' } })
    shown.props.onChange({ target: { value: '0xbb' } })
    shown.props.onChange({ target: { value: 'not among them' } })
    expect(onChange.mock.calls).toEqual([[null], ['0xbb']])
  })

  it('has a label, in sight or read out, and its groups have headings', () => {
    const html = renderToStaticMarkup(
      createElement(SelectField<string | null>, { choices, value: null, onChange: () => undefined, label: 'Asset' }),
    )
    const id = /<label for="([^"]+)">Asset<\/label>/.exec(html)?.[1]
    expect(id).toBeDefined()
    expect(html).toContain(`<select id="${id}"`)
    expect(html).toContain('<optgroup label="Found"><option value="0xbb">FREE</option></optgroup>')
  })
})

describe('a form', () => {
  const form = (isReady: boolean) =>
    renderToStaticMarkup(
      PageProvider({
        client: clientOfNoWorker(),
        surface: 'tab',
        reportFault: () => undefined,
        children: createElement(Form, { button: 'Save', isReady, submit: async () => undefined, testId: 'save' }),
      }),
    )

  it('has one button, which submits it, and is disabled while something is missing', () => {
    expect(form(true)).toMatch(/<button type="submit"[^>]*data-testid="save"[^>]*aria-disabled="false"[^>]*>Save</)
    expect(form(false)).toMatch(/<button type="submit"[^>]*data-testid="save"[^>]*aria-disabled="true"/)
    expect(form(true).match(/<button/g)).toHaveLength(1)
  })
})

describe('what is only shown', () => {
  it('is a list of names and values', () => {
    const html = renderToStaticMarkup(
      createElement(Rows, {}, createElement(Row, { label: 'Network', testId: 'network' }, 'Preview')),
    )
    expect(html).toBe(
      '<dl class="rows"><div class="row"><dt>Network</dt><dd data-testid="network">Preview</dd></div></dl>',
    )
  })

  it('is a region with a name where it has a title', () => {
    const html = renderToStaticMarkup(createElement(Card, { title: 'Keys' }))
    const id = /<section class="card card-body" aria-labelledby="([^"]+)"/.exec(html)?.[1]
    expect(html).toContain(`<h2 id="${id}">Keys</h2>`)
    expect(renderToStaticMarkup(createElement(Card, {}))).toBe('<div class="card card-body"></div>')
  })

  it('says what would be in an empty list', () => {
    expect(renderToStaticMarkup(createElement(EmptyState, { card: true }, 'No sites'))).toBe(
      '<p class="card empty">No sites</p>',
    )
  })
})

describe('the choice of an asset at the desk', () => {
  it('sets tokens apart that only arrived, and shows their address beside the symbol that they give themselves', () => {
    const token = { decimals: 6, spendable: 0n }
    const assets = [
      { ...token, token: null, symbol: 'ETH', found: false },
      { ...token, token: `0x${'aa'.repeat(20)}`, symbol: 'USDC', found: false },
      { ...token, token: `0x${'bb'.repeat(20)}`, symbol: 'USDC', found: true },
    ] as const
    const field = { assets, token: null, onToken: () => undefined, testId: 'asset' }
    const html = renderToStaticMarkup(createElement(AssetField, field))
    const [before = '', apart = ''] = html.split('<optgroup')
    expect(before).toMatch(/>ETH<.*>USDC</)
    expect(apart).toContain(`label="${english.tokens_found_title?.message}"`)
    expect(apart).toMatch(/>USDC 0x[bB]{4}…/)
  })
})
