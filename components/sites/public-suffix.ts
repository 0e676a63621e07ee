import list from './public-suffixes.json'

/** The rules below each top-level domain that was asked for. */
const known = new Map<string, ReadonlyMap<string, Rule>>()

/**
 * The number of labels in the public suffix of a host: 1 for `shop.example`, 2 for `shop.co.uk`.
 * @param labels of the host as the browser writes it: lower case, Punycode
 * @see https://github.com/publicsuffix/list/wiki/Format, Algorithm
 */
export function suffixLength(labels: readonly string[]): number {
  const [last, ...rest] = labels.toReversed()
  // A top-level domain without rules of its own is one suffix: the rule `*`.
  const line = last === undefined ? undefined : list.suffixes.find(each => each.startsWith(`${last}(`))
  if (last === undefined || line === undefined) return 1
  const rules = known.get(last) ?? readRules(line.slice(last.length + 1, -1))
  known.set(last, rules)
  return Math.abs(longest(rules, rest, 1))
}

interface Rule {
  /** `null`: only rules below it count. `exception`: the suffix is one label shorter. */
  kind: 'suffix' | 'exception' | null
  below: ReadonlyMap<string, Rule>
}

/** Labels of the longest rule that matches; negative for an exception, which beats every other rule. */
function longest(rules: ReadonlyMap<string, Rule>, labels: readonly string[], depth: number): number {
  const [label, ...rest] = labels
  if (label === undefined) return depth
  const found = [rules.get(label), rules.get('*')].flatMap(rule => {
    if (rule === undefined) return []
    if (rule.kind === 'exception') return [-depth]
    const below = longest(rule.below, rest, depth + 1)
    return rule.kind === null && below === depth + 1 ? [] : [below]
  })
  return found.find(length => length < 0) ?? Math.max(depth, ...found)
}

/** Reads `ac,co(blogspot),city!,compute?(*)`: rules of one level, those below each in parentheses. */
function readRules(text: string): Map<string, Rule> {
  let at = 0
  function level(): Map<string, Rule> {
    const rules = new Map<string, Rule>()
    while (at < text.length && text[at] !== ')') {
      const [label = ''] = /^[^,()!?]+/.exec(text.slice(at, at + 64)) ?? []
      at += label.length
      const mark = text[at]
      if (mark === '!' || mark === '?') at += 1
      let below = new Map<string, Rule>()
      if (text[at] === '(') {
        at += 1
        below = level()
        at += 1
      }
      rules.set(label, { kind: mark === '!' ? 'exception' : mark === '?' ? null : 'suffix', below })
      if (text[at] === ',') at += 1
    }
    return rules
  }
  return level()
}
