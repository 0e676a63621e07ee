import type { Risk, RiskLevel } from '@/lib/approvals/types'

/** One risk; `code` is a key of the message catalogue (`risk_<code>`). */
export function risk(level: RiskLevel, code: string, values: Record<string, string> = {}): Risk {
  return { level, code, values }
}

const order: Record<RiskLevel, number> = { danger: 0, caution: 1, note: 2 }

/** Worst first, otherwise in the order the rules gave them. */
export function worstFirst(risks: readonly Risk[]): Risk[] {
  return risks.toSorted((left, right) => order[left.level] - order[right.level])
}
