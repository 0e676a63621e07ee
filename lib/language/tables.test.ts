import { describe, expect, it } from 'vitest'
import { isProcedure, procedures, readInput } from './procedures'
import { inputs } from './procedures.fixture'
import { sliceNames, slices, slicesOf } from './slices'

/** The lists are written out here: a row that changes one of them is a decision, and is made here too. */

const names = Object.keys(procedures).filter(isProcedure)
const namesWhere = (holds: (row: (typeof procedures)[(typeof names)[number]]) => boolean) =>
  names.filter(name => holds(procedures[name])).sort()

describe('the table of procedures', () => {
  it('lets secrets pass to and from a full tab only, but for what unlocks, and a device be connected there', () => {
    expect(namesWhere(({ surfaces }) => surfaces.join() === 'tab')).toEqual([
      'account.add-device',
      'account.export-keystore',
      'account.import-key',
      'account.import-keystore',
      'account.open-key',
      'account.open-keystore',
      'account.remove',
      'clipboard.clear-later',
      'database.vault-copy',
      'passkey.add',
      'phrase.add',
      'phrase.check',
      'phrase.generate',
      'phrase.remove',
      'vault.check-backup',
      'vault.create',
      'vault.export-backup',
      'vault.import-backup',
      'vault.merge-backup',
      'vault.reveal-key',
      'vault.reveal-phrase',
    ])
  })

  it('lets the decision window decide, read what a decision needs, unlock and lock', () => {
    expect(namesWhere(({ surfaces }) => surfaces.includes('approval'))).toEqual([
      'approval.approve',
      'approval.choose-conditions',
      'approval.choose-fee',
      'approval.choose-gas',
      'approval.choose-nonce',
      'approval.choose-together',
      'approval.fill-nonce',
      'approval.limit-allowance',
      'approval.reject',
      'approval.reject-all',
      'chain.read',
      'database.rebuild',
      'database.start-again',
      'database.start-failure',
      'descriptor.list',
      'descriptor.listed',
      'fault.report',
      'network.probe',
      'passkey.list',
      'passkey.unlock',
      'payment.allow-permit2',
      'payment.choose',
      'payment.choose-sign-in',
      'send.conditions',
      'signer.answer',
      'signer.take-back',
      'site.mute',
      'token.look-up',
      'vault.lock',
      'vault.unlock',
    ])
  })

  it('lets a locked wallet be opened, set up, repaired and erased, and its faults be read', () => {
    expect(namesWhere(({ unlocked }) => !unlocked)).toEqual([
      'clipboard.clear-later',
      'database.rebuild',
      'database.start-again',
      'database.start-failure',
      'database.vault-copy',
      'fault.clear',
      'fault.list',
      'fault.report',
      'passkey.list',
      'passkey.unlock',
      'phrase.check',
      'phrase.generate',
      'vault.create',
      'vault.erase',
      'vault.import-backup',
      'vault.lock',
      'vault.unlock',
    ])
  })

  it('has nothing repeated that would happen twice', () => {
    expect(namesWhere(({ repeatable }) => !repeatable)).toEqual([
      'account.add',
      'account.add-at-path',
      'account.add-device',
      'account.clear-delegation',
      'account.delegate-to',
      'account.import-key',
      'account.import-keystore',
      'account.remove',
      'approval.fill-nonce',
      'authorization.propose',
      'capture.add',
      'capture.propose',
      'capture.remove',
      'channel.refund',
      'database.rebuild',
      'faucet.drip',
      'fault.report',
      'list.add',
      'network.add',
      'passkey.add',
      'passkey.remove',
      'payment.allow-permit2',
      'payment.end-limit',
      'payment.end-sign-in',
      'payment.send-again',
      'payment.set-cap',
      'payment.set-site',
      'payout.propose',
      'phrase.add',
      'phrase.remove',
      'refund.propose',
      'request.add',
      'request.close',
      'send.propose',
      'send.propose-several',
      'signer.answer',
      'transaction.cancel',
      'transaction.cancel-all',
      'transaction.fill-nonce',
      'transaction.speed-up',
      'vault.change-password',
      'vault.create',
      'vault.erase',
      'vault.import-backup',
    ])
  })
})

describe('an input', () => {
  it.each(names)('of %s comes out as it went in', name => {
    expect(readInput(name, inputs[name])).toEqual(inputs[name])
  })

  it('loses fields that its row does not name', () => {
    expect(readInput('vault.lock', { password: 'a secret' })).toEqual({})
  })

  it('of a wrong shape is refused with the path of the field and not its value', () => {
    const read = () => readInput('contact.name', { contacts: [{ address: 'a secret', name: 'Ada' }] })
    expect(read).toThrow(
      expect.objectContaining({
        code: 'invalid-input',
        details: { procedure: 'contact.name', field: 'contacts.0.address' },
      }),
    )
  })
})

describe('the table of slices', () => {
  it('hides everything of accounts, amounts, sites and decisions from a locked wallet', () => {
    expect(sliceNames.filter(name => !slices[name].hiddenWhenLocked)).toEqual(['session', 'settings', 'networks'])
  })

  it('keeps no decision, no site and no payment for the next first paint', () => {
    expect(sliceNames.filter(name => !slices[name].snapshot)).toEqual([
      'approvals',
      'sites',
      'askingSites',
      'lists',
      'requestLog',
      'answers',
      'authorizations',
      'authorizationsRead',
      'transfers',
      'chainHead',
      'channels',
      'books',
      'desk',
    ])
  })

  it('has each page ask for the session first', () => {
    for (const page of ['popup', 'approval', 'home'] as const) expect(slicesOf(page)[0]).toBe('session')
  })

  it('gives each page what it shows at once', () => {
    expect(slicesOf('popup').join(' ')).toBe(
      'session networks accounts selection balance tokens contacts arrivals activity connection faucet approvals',
    )
    expect(slicesOf('approval').join(' ')).toBe(
      'session networks accounts selection tokens contacts connection approvals askingSites',
    )
    expect(slicesOf('home').join(' ')).toBe(
      'session settings networks accounts selection balance tokens contacts arrivals activity connection faucet ' +
        'approvals',
    )
  })
})
