import { recordFaults } from '@/lib/base/faults.fixture'
import 'fake-indexeddb/auto'
import { readFile } from 'node:fs/promises'
import { scryptAsync } from '@noble/hashes/scrypt'
import { argon2id } from 'hash-wasm'
import type { Clock } from '@/lib/base/clock'
import type { KeyValueStore } from '@/lib/base/key-value-store'
import type { ApprovalProof } from '@/lib/keys/shared/signing'
import { type Database, openDatabase } from '@/lib/storage/open'
import { createKeystores } from './accounts/keystore'
import type { ReadList } from './accounts/phrase-lists'
import { createKeyring } from './keyring'
import type { BackupRecords, Keyring } from './shared/keyring'
import type { KeyringOptions } from './types'
import { createRowCipher } from './vault/row-cipher'

/** What the tests of the keyring share: stores like the browser's, a clock that tests move, a cheap derivation. */

export const password = 'correct horse battery'
/** The phrase of Hardhat's and Anvil's accounts. */
export const phrase = 'test test test test test test test test test test test junk'
export const firstAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** An address whose key is not in the vault. */
export const watched = `0x${'99'.repeat(20)}` as const
export const secondAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export interface MemoryStore extends KeyValueStore {
  readonly entries: Map<string, string>
}

/** Like `storage.local`: what goes in is copied as JSON. */
export function memoryStore(): MemoryStore {
  const entries = new Map<string, string>()
  return {
    entries,
    async get(key) {
      const text = entries.get(key)
      return text === undefined ? undefined : JSON.parse(text)
    },
    async set(key, value) {
      entries.set(key, JSON.stringify(value))
    },
    async remove(key) {
      entries.delete(key)
    },
  }
}

export interface ManualClock extends Clock {
  /** Moves the time and runs what became due. */
  advance(ms: number): void
}

export function manualClock(start = 1_700_000_000_000): ManualClock {
  let now = start
  const timers = new Set<{ at: number; task: () => void }>()
  return {
    now: () => now,
    after(ms, task) {
      const timer = { at: now + ms, task }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      now += ms
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer)
        timer.task()
      }
    },
  }
}

/** Everything a keyring stands on, outliving it: `start` is a worker's start, on the same stores. */
export interface Machine {
  database: Database
  sessionStore: MemoryStore
  mirrorStore: MemoryStore
  clock: ManualClock
  approvals: Map<string, ApprovalProof>
  start(options?: Partial<KeyringOptions>): Keyring
  /** What ends with the browser is gone. */
  restartBrowser(): void
}

/** Reads a file of the extension that has a list of recovery words. */
export const readList: ReadList = file => readFile(`public${file}`)

/** A wallet that has only keys. */
export const noRecords: BackupRecords = { read: async () => ({}), prepare: () => async () => undefined }

export async function createMachine(): Promise<Machine> {
  const name = `keyring-${crypto.randomUUID()}`
  const database = await openDatabase(name)
  const machine: Machine = {
    database,
    sessionStore: memoryStore(),
    mirrorStore: memoryStore(),
    clock: manualClock(),
    approvals: new Map(),
    start: options =>
      createKeyring({
        database,
        sessionStore: machine.sessionStore,
        mirrorStore: machine.mirrorStore,
        clock: machine.clock,
        argon2id,
        keystores: createKeystores(scryptAsync),
        createRowCipher,
        readList,
        faults: recordFaults(),
        async askDevice() {
          throw new Error('no device in this test')
        },
        backupRecords: noRecords,
        derivation: cheapDerivation,
        async verifyApproval(approvalId) {
          const proof = machine.approvals.get(approvalId)
          if (proof === undefined) throw new Error('no such approval')
          return proof
        },
        ...options,
      }),
    restartBrowser: () => machine.sessionStore.entries.clear(),
  }
  return machine
}

const cheapDerivation = { memoryKiB: 16, minimumIterations: 1, maximumIterations: 1, targetMs: 1 }

export async function createdWallet(): Promise<{ machine: Machine; keyring: Keyring }> {
  const machine = await createMachine()
  const keyring = machine.start()
  await keyring.create({ password, phrase })
  return { machine, keyring }
}
