import { encodePaymentResponseHeader } from '@x402/core/http'
import { expect, it } from 'vitest'
import { entry, termsText } from './fixtures.fixture'
import { refusalIn } from './settlement'

const offered = termsText(entry())
const refused = JSON.stringify({ ...JSON.parse(offered), error: 'invalid_signature' })

it('a refused payment’s reason is read from its settlement', () => {
  const settlement = encodePaymentResponseHeader({
    success: false,
    errorReason: 'insufficient_funds',
    transaction: '',
    network: 'eip155:1',
  })
  expect(refusalIn({ settlement, terms: refused }, offered)).toMatchObject({
    success: false,
    errorReason: 'insufficient_funds',
  })
})

it('without a settlement the reason is the error of the terms that came with the refusal', () => {
  expect(refusalIn({ settlement: null, terms: refused }, offered)).toEqual({
    success: false,
    errorReason: 'invalid_signature',
  })
})

it('the error that the offer had before the payment is no reason', () => {
  expect(refusalIn({ settlement: null, terms: offered }, offered)).toBeNull()
  expect(refusalIn({ settlement: null, terms: null }, offered)).toBeNull()
})
