import 'fake-indexeddb/auto'
import { toHex } from 'viem'
import { expect, it } from 'vitest'
import { systemClock } from '@/lib/base/clock'
import { recordFaults } from '@/lib/base/faults.fixture'
import { presets } from '@/lib/chain/networks/presets'
import { createApprovals } from '@/lib/decisions/approvals/approvals'
import { memoryStore } from '@/lib/keys/keyring.fixture'
import { createRowCipher } from '@/lib/keys/vault/row-cipher'
import {
  account,
  chainAnswering,
  dollar,
  dollarSeparator,
  entry,
  merchant,
  previewChain,
  previewNetwork,
  shop,
  shopPage,
  termsText,
  unneeded,
} from '@/lib/payments/http402/fixtures.fixture'
import { createHttp402 } from '@/lib/payments/http402/http402'
import { toLimitProof } from '@/lib/payments/http402/limit-proof'
import { limitKey } from '@/lib/payments/http402/limits'
import { signInRules } from '@/lib/payments/http402/sign-in'
import { withEncryptedRows } from '@/lib/storage/encrypted/database'
import { encryptedStore } from '@/lib/storage/encrypted/store'
import { openDatabase } from '@/lib/storage/open'
import { paymentRecordSchema } from '@/lib/storage/payment-records'
import { grownRows } from '@/test/bench/grown-rows'

const clock = { ...systemClock, now: () => Date.now() }

/** An unlocked wallet that has so many payments in the shop's token, and a limit for its page. */
async function walletWith(count: number) {
  let opened = 0
  const cipher = createRowCipher(crypto.getRandomValues(new Uint8Array(32)))
  const counting: typeof cipher = {
    ...cipher,
    decrypt(encrypted, context) {
      opened += 1
      return cipher.decrypt(encrypted, context)
    },
  }
  const database = withEncryptedRows(await openDatabase(crypto.randomUUID()), {
    cipher: () => counting,
    encryptedStore,
    onUnreadable: unneeded,
  })
  const { payments } = await grownRows((count * 100) / 5_000, { chainId: previewChain, account })
  const filling = database.transaction('payments', 'readwrite')
  for (const row of payments) void filling.store.put(paymentRecordSchema.parse({ ...row, token: dollar }))
  await filling.done
  const subject = { page: shop, seller: shop, account, networkId: previewNetwork, token: dollar, payee: merchant }
  const amounts = { most: 10_000n, perDay: 10n ** 12n }
  await database.put('paymentLimits', { key: limitKey(subject), ...subject, ...amounts, createdAt: 0 })
  const of = { networkId: previewNetwork, token: dollar, origin: null }
  await database.put('paymentCaps', { key: 'all', scope: 'month', ...of, most: 10n ** 15n })

  const faults = recordFaults()
  const approvals = createApprovals({
    ...{ database, faults, clock },
    chainIdOf: networkId => networkId,
    networkRisks: async () => [],
  })
  const sent: string[] = []
  const http402 = createHttp402({
    ...{ database, clock, approvals, faults },
    keepAlive: { hold: () => () => undefined },
    networks: {
      get: networkId => presets(null).find(({ id }) => id === networkId),
      ofChain: chainId => presets(null).filter(preset => preset.chainId === chainId),
      connection: () =>
        chainAnswering(
          params => (JSON.stringify(params).includes('0x3644e515') ? dollarSeparator : toHex(10n ** 9n, { size: 32 })),
          () => Math.floor(Date.now() / 1_000),
        ),
      epoch: () => 0,
    },
    tokens: {
      metadata: async () => ({ symbol: 'TUSD', name: 'Test Dollar', decimals: 6 }),
      list: async () => [
        {
          ...{ key: 'dollar', networkId: previewNetwork, address: dollar, symbol: 'TUSD', name: 'Test Dollar' },
          ...{ decimals: 6, hidden: false, source: 'person' as const },
        },
      ],
    },
    networkRisks: async () => [],
    accessOf: async () => ({ networkId: previewNetwork, chainId: previewChain }),
    signer: {
      async signTypedData(id) {
        await toLimitProof(id, { database, rows: http402.journal, now: clock.now, signInRules: () => signInRules })
        return `0x${'5c'.repeat(65)}`
      },
      signMessage: unneeded,
    },
    ledger: { record: async () => [], check: unneeded, standing: async () => [] },
    door: {
      fetch: async () => ({ status: 402, headers: new Headers(), body: termsText(entry()) }),
      openSocket: unneeded,
      download: unneeded,
    },
    carrier: {
      async send({ id, tabId }) {
        sent.push(id)
        return { tabId, isNew: false }
      },
      drop: async () => undefined,
      look: unneeded,
      ask: unneeded,
      keepOnly: unneeded,
    },
    accountFor: async () => account,
    ownAccounts: async () => [account],
    isMuted: async () => false,
    warn: async () => undefined,
    openWindow: () => undefined,
    isOpen: () => true,
    isUnlocked: async () => true,
    sessionStartedAt: async () => 0,
    sessionStore: memoryStore(),
    channelSalts: async () => [],
    signInRules: () => signInRules,
    barrier: async () => undefined,
  })
  let documents = 0
  return {
    sent,
    faults,
    openedRows: () => opened,
    /** The page is loaded with status 402: its price is paid below the limit. */
    async visit() {
      documents += 1
      const page = { tabId: documents, documentId: `${documents}`, origin: shop, url: `${shopPage.url}/${documents}` }
      await http402.visited({ ...page, status: 402, mark: null, loadedAt: documents, isAttended: true })
    },
  }
}

/** `MEASURE=1` prints the processor's time for each payment: see `docs/measurements.md`. */
const isMeasured = process.env.MEASURE === '1'

it('a payment below a limit opens as many rows with 5,000 payments in the journal as with 50', async () => {
  const opened: number[] = []
  for (const count of [50, 5_000]) {
    const { sent, visit, openedRows } = await walletWith(count)
    const measured: number[] = []
    for (let payment = 0; payment < (isMeasured ? 61 : 3); payment++) {
      const [before, from] = [openedRows(), process.cpuUsage()]
      await visit()
      const { user, system } = process.cpuUsage(from)
      measured.push((user + system) / 1_000)
      expect(sent).toHaveLength(payment + 1)
      if (payment > 0) opened.push(openedRows() - before)
    }
    const [first, ...later] = measured
    const median = later.sort((one, other) => one - other)[Math.floor(later.length / 2)]
    if (isMeasured) console.log(`${count} payments: ${first?.toFixed(1)} ms first, then ${median?.toFixed(1)} ms`)
  }
  expect(Math.max(...opened)).toBe(Math.min(...opened))
})
