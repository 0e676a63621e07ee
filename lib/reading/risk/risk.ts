export type RiskLevel = 'note' | 'caution' | 'danger'

/** `code` is a key of the message catalogue (`risk_<code>`); `values` are the placeholders of its message. */
export interface Risk {
  code: string
  level: RiskLevel
  values: Record<string, string>
}

/**
 * A risk.
 * @param code key of the message catalogue (`risk_<code>`)
 * @param values placeholders of its message
 */
export function risk(level: RiskLevel, code: string, values: Record<string, string> = {}): Risk {
  return { level, code, values }
}

const order: Record<RiskLevel, number> = { danger: 0, caution: 1, note: 2 }

/** The risks, worst first. Risks of one level keep their order. */
export function worstFirst(risks: readonly Risk[]): Risk[] {
  return risks.toSorted((left, right) => order[left.level] - order[right.level])
}
