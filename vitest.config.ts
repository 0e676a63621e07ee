import { defineConfig } from 'vitest/config'
import { WxtVitest } from 'wxt/testing/vitest-plugin'
import { LongestFirst } from './test/commands/longest-first.ts'

/** ms: how long `expect.poll` waits for what a network, a socket or another process does. */
const expectation = { poll: { timeout: 20_000 } }

/**
 * Files of tests share a process and its modules: to start one for each file would take as long as the tests. What
 * a file changes for all (a module, a spy, the browser's stand-in) it puts back at its end.
 */
const shared = { isolate: false }

/** Readers of what others keep or make. `npm run test:fuzz` prints how many of their branches were taken. */
const readers = [
  'components/contacts/contact-file.ts',
  'lib/keys/accounts/keystore.ts',
  'lib/keys/backups/backup.ts',
  'lib/keys/shared/devices/ledger/{ethereum-app,framing}.ts',
  'lib/keys/shared/devices/ur/{bytewords,cbor,decode,fragments}.ts',
  'lib/payments/http402/{challenges,terms}.ts',
  'lib/payments/shared/{address-text,payment-link}.ts',
  'lib/reading/descriptors/{include,json,load,path,signature}.ts',
  'lib/reading/list-formats/{descriptor-index,host-names,read-descriptors,read-names,read-records}.ts',
  'lib/reading/messages/{sign-in-claims,siwe}.ts',
]

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    coverage: {
      ...{ provider: 'v8', include: readers, reporter: ['text'], reportOnFailure: true },
      reportsDirectory: 'test-results/coverage',
    },
    projects: [
      {
        plugins: [WxtVitest()],
        test: {
          name: 'unit',
          ...shared,
          globalSetup: 'test/compiled-contracts.ts',
          include: ['{lib,components,test/bench,test/commands,test/firefox}/**/*.test.ts'],
          environment: 'node',
          expect: expectation,
          // Ends what hangs; how long a property takes is the machine's affair.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [WxtVitest()],
        // Each of these files starts a worker, which is never stopped: a process of its own ends it.
        test: {
          name: 'worker',
          globalSetup: 'test/compiled-contracts.ts',
          include: ['entrypoints/**/*.test.ts'],
          environment: 'node',
          expect: expectation,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'network',
          ...shared,
          setupFiles: 'test/preview-network/conformance/ending.ts',
          globalSetup: 'test/compiled-contracts.ts',
          include: ['test/{preview-network,shop,viem-levels}/**/*.test.ts'],
          environment: 'node',
          expect: expectation,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        plugins: [WxtVitest()],
        // The wallet on the nodes that developers run: each test file starts three of them.
        test: {
          name: 'nodes',
          include: ['test/nodes/**/*.test.ts'],
          environment: 'node',
          expect: expectation,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'release',
          include: ['test/release/**/*.test.ts'],
          environment: 'node',
          expect: expectation,
          // Each of the commands here builds the extension.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'packages',
          include: ['test/packages/**/*.test.ts'],
          environment: 'node',
          expect: expectation,
          globalSetup: 'test/packages/install.ts',
          // Five browsers one after the other, on a busy machine.
          testTimeout: 300_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
