import { scryptAsync } from '@noble/hashes/scrypt'
import { bytesToHex } from '@noble/hashes/utils'
import fc from 'fast-check'
import { type Address, getAddress } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { beforeAll, describe, expect, it } from 'vitest'
import { contactsToCsv, readContacts } from '@/components/contacts/contact-file'
import { Failure } from '@/lib/base/failure'
import { readKeystore } from '@/lib/keys/accounts/keystore'
import { readBackup } from '@/lib/keys/backups/backup'
import { createdWallet, password } from '@/lib/keys/keyring.fixture'
import { decodeCbor, encodeCbor } from '@/lib/keys/shared/devices/ur/cbor'
import { createUrReceiver } from '@/lib/keys/shared/devices/ur/decode'
import { encodeUr } from '@/lib/keys/shared/devices/ur/encode'
import { readChallenges } from '@/lib/payments/http402/challenges'
import { entry, termsText } from '@/lib/payments/http402/fixtures.fixture'
import { readX402Text } from '@/lib/payments/http402/terms'
import { judgeAddress } from '@/lib/payments/shared/address-text'
import { type PaymentLink, readPaymentLink, writePaymentLink } from '@/lib/payments/shared/payment-link'
import { readClaims } from '@/lib/reading/messages/sign-in-claims'
import { readSignIn } from '@/lib/reading/messages/siwe'
import { changed, changes, runs, slipped, slips, timeout } from './changes.fixture'

/**
 * What the wallet writes it reads; and of what was changed on the way nothing is believed but what is still true.
 */
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): Address => getAddress(`0x${bytesToHex(bytes)}`))
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

describe('links', () => {
  const link: fc.Arbitrary<PaymentLink> = fc.record({
    chainId: fc.option(fc.integer({ min: 1, max: 2 ** 40 })),
    to: address,
    token: fc.option(address),
    amount: fc.option(amount),
    memo: fc.constant(null),
  })

  it(
    'come back as they were written',
    () => {
      fc.assert(
        fc.property(link, given => {
          expect(readPaymentLink(writePaymentLink(given))).toEqual({ ok: true, link: given })
        }),
        runs,
      )
    },
    timeout,
  )

  it(
    'with a slip are refused, or ask for what their text says',
    () => {
      fc.assert(
        fc.property(link, slips, (given, slip) => {
          const text = slipped(writePaymentLink(given), slip)
          const read = readPaymentLink(text)
          if (!read.ok) return
          for (const each of [read.link.to, read.link.token])
            if (each !== null) expect(text.toLowerCase()).toContain(each.slice(2).toLowerCase())
          expect(readPaymentLink(writePaymentLink(read.link))).toEqual({ ok: true, link: { ...read.link } })
        }),
        runs,
      )
    },
    timeout,
  )
})

describe('addresses', () => {
  const dresses = fc.constantFrom<(plain: string) => string>(
    plain => plain,
    plain => plain.toLowerCase(),
    plain => ` "${plain}"\n`,
    plain => `\u200b${plain}\ufeff`,
    plain => `base:${plain}`,
    plain => `eip155:8453:${plain}`,
  )

  it(
    'are read in whatever dress',
    () => {
      fc.assert(
        fc.property(address, dresses, (plain, dress) => {
          expect(judgeAddress(dress(plain))).toMatchObject({ ok: true, address: plain })
        }),
        runs,
      )
    },
    timeout,
  )

  it(
    'with a slip are never another one that their text does not have',
    () => {
      fc.assert(
        fc.property(address, dresses, slips, (plain, dress, slip) => {
          const text = slipped(dress(plain), slip)
          const read = judgeAddress(text)
          if (!read.ok) return
          const digits = text.replace(/[^\da-z]/gi, '').toLowerCase()
          expect(digits).toContain(read.address.slice(2).toLowerCase())
        }),
        runs,
      )
    },
    timeout,
  )
})

describe('a keystore', () => {
  const key = '81c29e8142bb6a81bef5a92bda7a8328a5c85bb2f9542e76f9b0f94fc018'.padStart(64, '0')
  const file = {
    version: 3,
    id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: '3ca92af36ad7c2cd92454c59cea5ef00' },
      ciphertext: '108b7d34f3442fc26ab1ab90ca91476ba6bfa8c00975a49ef9051dc675aa',
      kdf: 'scrypt',
      kdfparams: {
        ...{ dklen: 32, n: 2, r: 8, p: 1 },
        salt: 'd0769e608fb86cda848065642a9c6fa046845c928175662b8e356c77f914cd3b',
      },
      mac: '75d0e6759f7b3cefa319c3be41680ab6beea7d8328653474bd06706d4cc67420',
    },
  }

  it(
    'that was changed opens to its own key, or is refused by name',
    async () => {
      await fc.assert(
        fc.asyncProperty(changes, async all => {
          const text = JSON.stringify(changed(file, all))
          const opened = await readKeystore(text, 'foo', scryptAsync).then(bytesToHex, (error: unknown) => error)
          if (typeof opened === 'string') {
            // The definition’s MAC does not cover the initialisation vector: a wrong one cannot be told.
            if (text.toLowerCase().includes(file.crypto.cipherparams.iv)) expect(opened).toBe(key)
          } else expect(opened).toMatchObject({ code: expect.stringMatching(/^keystore-/) })
        }),
        runs,
      )
    },
    timeout,
  )
})

describe('a backup', () => {
  let text: string
  beforeAll(async () => {
    const { keyring } = await createdWallet()
    text = await keyring.exportBackup(password)
  })

  it(
    'that was changed is refused as damaged, newer, or none',
    () => {
      fc.assert(
        fc.property(changes, all => {
          const other = JSON.stringify(changed(JSON.parse(text), all))
          if (JSON.stringify(JSON.parse(text)) === other) return
          let refusal: unknown = null
          try {
            readBackup(other)
          } catch (error) {
            refusal = error
          }
          expect(refusal).toBeInstanceOf(Failure)
          expect(refusal).toMatchObject({ code: 'backup-invalid' })
        }),
        runs,
      )
    },
    timeout,
  )
})

describe('a sign-in', () => {
  const name = fc.stringMatching(/^[a-z]{3,12}$/)
  const asked = fc.record({
    address,
    domain: name.map(each => `${each}.example`),
    chainId: fc.integer({ min: 1, max: 2 ** 31 }),
    nonce: fc.stringMatching(/^[A-Za-z0-9]{8,20}$/),
    issuedAt: fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    statement: fc.option(
      fc.stringMatching(/^[A-Za-z ,.!?-]{1,60}$/).map(text => text.trim() || 'Hello.'),
      { nil: undefined },
    ),
  })
  type Asked = typeof asked extends fc.Arbitrary<infer Each> ? Each : never
  const message = ({ statement, ...given }: Asked) =>
    createSiweMessage({
      ...given,
      ...(statement === undefined ? {} : { statement }),
      uri: `https://${given.domain}/in`,
      version: '1',
    })

  it(
    'of viem’s is read as it was meant',
    () => {
      fc.assert(
        fc.property(asked, given => {
          const claims = {
            address: given.address,
            domain: given.domain,
            chainId: BigInt(given.chainId),
            nonce: given.nonce,
          }
          expect(readSignIn(message(given))).toMatchObject(claims)
          expect(readClaims(message(given))).toMatchObject({ ...claims, isSingle: true })
        }),
        runs,
      )
    },
    timeout,
  )

  it(
    'with a slip says the same in both readings, or has no strict one',
    () => {
      fc.assert(
        fc.property(asked, slips, (given, slip) => {
          const text = slipped(message(given), slip)
          const [strict, claims] = [readSignIn(text), readClaims(text)]
          if (strict === null) return
          const { chainId, nonce } = strict
          expect(claims).toMatchObject({ address: strict.address, domain: strict.domain.toLowerCase(), chainId, nonce })
        }),
        runs,
      )
    },
    timeout,
  )
})

describe('a list of contacts', () => {
  const contact = fc.record({
    address,
    name: fc.stringMatching(/^[A-Za-zäßøж\d][A-Za-zäßøж\d ,;"'=+@-]{0,30}[a-zäßøж\d]$/),
  })

  it(
    'comes back as it was written',
    () => {
      fc.assert(
        fc.property(fc.uniqueArray(contact, { selector: each => each.address, maxLength: 5 }), given => {
          const rows = given.map(each => ({ ...each, lastUsedAt: null, createdAt: 0 }))
          const { contacts, faults } = readContacts(contactsToCsv(rows as never))
          expect(faults).toEqual([])
          expect(contacts.map(each => getAddress(each.address))).toEqual(given.map(each => each.address))
          expect(contacts.map(each => each.name)).toEqual(
            given.map(each => each.name.normalize('NFC').replace(/\s+/g, ' ')),
          )
        }),
        runs,
      )
    },
    timeout,
  )
})

describe('a message in several codes', () => {
  it(
    'with slips in its frames is itself, or is not there yet',
    () => {
      fc.assert(
        fc.property(
          fc.uint8Array({ minLength: 80, maxLength: 400 }),
          fc.array(fc.option(slips), { minLength: 10, maxLength: 30 }),
          (message, all) => {
            const { frame } = encodeUr('bytes', message, 60)
            const receive = createUrReceiver()
            for (const [index, slip] of all.entries()) {
              const text = frame(index + 1)
              const reception = receive(slip === null ? text : slipped(text, slip))
              // A slip may also make a frame the whole message of another type.
              if (reception.kind === 'whole' && reception.ur.type === 'bytes')
                expect(reception.ur.message).toEqual(message)
            }
          },
        ),
        runs,
      )
    },
    timeout,
  )

  it(
    'is of CBOR that is written in one way only',
    () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 60 }), bytes => {
          const value = decodeCbor(bytes)
          if (value !== undefined) expect(decodeCbor(encodeCbor(value))).toEqual(value)
        }),
        runs,
      )
    },
    timeout,
  )
})

describe('terms', () => {
  const terms: unknown = JSON.parse(termsText(entry(), entry({ amount: '5' })))

  it(
    'of x402 that were changed name no payee, token or amount that their text has not',
    () => {
      fc.assert(
        fc.property(changes, all => {
          const text = JSON.stringify(changed(terms, all))
          for (const { payee, token, amount: due } of readX402Text(text)?.terms.options ?? []) {
            expect(text.toLowerCase()).toContain(payee.toLowerCase())
            expect(text.toLowerCase()).toContain(token.toLowerCase())
            expect(text).toContain(due.toString())
          }
        }),
        runs,
      )
    },
    timeout,
  )

  it(
    'of Machine Payments with a slip are read in full, in part, or not at all',
    () => {
      const header =
        'Payment id="abc", realm="shop.example", method="tempo", intent="charge", request="eyJhbW91bnQiOiIxIn0", Basic realm="x"'
      expect(readChallenges(header)).toHaveLength(1)
      fc.assert(
        fc.property(fc.array(slips, { minLength: 1, maxLength: 3 }), all => {
          const text = all.reduce(slipped, header)
          for (const challenge of readChallenges(text) ?? [])
            if (challenge !== null) expect(text.replaceAll('\\', '')).toContain(challenge.request.replaceAll('\\', ''))
        }),
        runs,
      )
    },
    timeout,
  )
})
