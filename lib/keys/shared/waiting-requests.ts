import type { Hex } from 'viem'
import type { AskDevice, SigningRequest } from '@/lib/base/devices'
import type { Failure } from '@/lib/base/failure'

/**
 * Requests that wait for a device. They are kept in memory alone: a worker that is stopped asks again for what was
 * approved, and the same bytes make the same request, so an answer in hand stays good.
 */
export interface WaitingRequests {
  ask: AskDevice
  /** The request of an approval; `null` while none waits. */
  of(approvalId: string): SigningRequest | null
  /**
   * The request of an approval, once it waits: a worker that has just started asks again a moment later. `null` when it
   * does not within ten seconds.
   */
  awaited(approvalId: string): Promise<SigningRequest | null>
  /** The approvals with a request that waits. */
  approvals(): string[]
  /**
   * Hands in what the device gave.
   * @throws Failure `approval-gone` unless the request waits, and what the request does not accept
   */
  answer(requestId: string, signature: Hex): void
  /** Ends the request of an approval; nothing of it is signed. @throws Failure `approval-gone` */
  takeBack(approvalId: string): void
  /** Ends all requests. */
  endAll(reason: Failure): void
  /**
   * Ends with the task, or as soon as it waits for a device.
   * @param onFault told of the task's error where it comes later
   */
  orAsked(approvalId: string, task: Promise<void>, onFault: (error: unknown) => void): Promise<void>
  /** Told of an approval whose request came or went. */
  onChange(listener: (approvalId: string) => void): () => void
}
