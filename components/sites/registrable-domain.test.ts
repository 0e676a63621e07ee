import { describe, expect, it } from 'vitest'
import { splitHost } from './registrable-domain'

describe('whose site it is', () => {
  it.each([
    ['pay.coffee.example', 'pay.', 'coffee.example'],
    ['coffee.example', '', 'coffee.example'],
    ['accounts.bank.co.uk', 'accounts.', 'bank.co.uk'],
    ['paypal.com.evil.co.uk', 'paypal.com.', 'evil.co.uk'],
    ['www.alice.github.io', 'www.', 'alice.github.io'],
    ['alice.github.io', '', 'alice.github.io'],
    ['pay.xn--pypal-4ve.com', 'pay.', 'xn--pypal-4ve.com'],
    ['shop.coffee.example:8443', 'shop.', 'coffee.example:8443'],
    ['localhost:3000', '', 'localhost:3000'],
    ['127.0.0.1:8545', '', '127.0.0.1:8545'],
    ['[::1]:3000', '', '[::1]:3000'],
    ['co.uk', '', 'co.uk'],
  ])('%s', (host, before, domain) => {
    expect(splitHost(host)).toEqual({ before, domain })
  })
})
