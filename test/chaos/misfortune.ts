import type { Page } from '@playwright/test'
import type { Hash } from 'viem'
import type { Launched } from '../commands/extension.ts'
import { killWorker } from '../e2e/wallet.ts'
import { goodBehaviour, type MisbehaviourChanges } from '../preview-network/fault-schema.ts'
import type { PreviewNetwork } from '../preview-network/index.ts'
import type { Person } from './person.ts'
import type { Fault, PlannedFault } from './plan.ts'

export interface Scene {
  wallet: Launched
  network: PreviewNetwork
  popup: Page
  person: Person
  /** The hashes of all transactions in the journal so far. */
  hashes(): Promise<Hash[]>
  /** Every transfer has been answered for. */
  isOver(): boolean
}

/** Lets everything planned go wrong in its turn. Resolves with what did, in words and with its time. */
export async function strike(scene: Scene, faults: readonly PlannedFault[]): Promise<string[]> {
  const log: string[] = []
  for (const { afterApprovals, delayMs, fault } of faults) {
    await scene.person.hasApproved(afterApprovals)
    // The plan's own moment: misfortune waits for nothing.
    await pause(delayMs)
    const outcome = await happen(scene, fault)
    log.push(`${Date.now()} after ${scene.person.approvals()}: ${JSON.stringify(fault)}${outcome}`)
  }
  return log
}

async function happen(scene: Scene, fault: Fault): Promise<string> {
  const { wallet, network } = scene
  switch (fault.kind) {
    case 'kill-worker':
      await killWorker(wallet)
      return ''
    case 'drop-sockets':
      network.faults.dropSockets()
      return ''
    case 'lose-replies':
      network.faults.set({ lostReplies: fault.count })
      return ''
    case 'revoke':
      return revoke(scene, fault)
    case 'reorganise':
      await network.faults.reorganise(fault.blocks, fault.fate)
      return ''
    case 'endpoint':
      network.faults.set(fault.changes)
      // Others go wrong meanwhile.
      setTimeout(() => network.faults.set(goodAgain(fault.changes)), fault.ms).unref()
      return ''
    case 'look-away':
      await lookAtOther(scene.popup)
      return ''
  }
}

/**
 * Strikes as soon as one of the transfers is pre-confirmed, for then the transfer may be sealed already. The network
 * sends no event of its own record, so the record is read again and again.
 */
async function revoke(scene: Scene, { which, fate }: Extract<Fault, { kind: 'revoke' }>): Promise<string> {
  const { network, hashes } = scene
  while (!scene.isOver()) {
    const candidates = (await hashes()).filter(hash => {
      const now = network.levelsOf(hash).filter(({ until }) => until === undefined)
      return now.some(({ level }) => level === 'preconfirmedAt') && !now.some(({ level }) => level === 'sealedAt')
    })
    const hash = candidates[which % Math.max(1, candidates.length)]
    // It is refused when its block is sealed in between.
    const isRevoked = hash !== undefined && (await network.faults.revoke(hash, fate).then(yes, no))
    if (isRevoked) return ` ${hash}`
    await pause(50)
  }
  return ' nothing was left to revoke'
}

function goodAgain(changes: MisbehaviourChanges): MisbehaviourChanges {
  return Object.fromEntries(Object.entries(goodBehaviour).filter(([field]) => field in changes))
}

const yes = () => true
const no = () => false

async function lookAtOther(popup: Page): Promise<void> {
  await popup.getByTestId('account-switcher').click()
  await popup.locator('.choice:not([aria-current])').first().click()
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
