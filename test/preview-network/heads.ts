import type { Misbehaviour } from './fault-schema.ts'

/** Returns a function that turns each `newHeads` notification into those that are sent, given the fault. */
export function createHeadStream(): (heads: string[], how: Misbehaviour['heads']) => string[] {
  let isSecond = false
  let held: string | undefined

  function one(head: string, how: Misbehaviour['heads']): string[] {
    isSecond = !isSecond
    switch (how) {
      case 'duplicated':
        return [head, head]
      case 'missing':
        return isSecond ? [head] : []
      case 'reordered': {
        const before = held
        held = before === undefined ? head : undefined
        return before === undefined ? [] : [head, before]
      }
      case 'normal': {
        const before = held
        held = undefined
        return before === undefined ? [head] : [before, head]
      }
    }
  }
  return (heads, how) => heads.flatMap(head => one(head, how))
}
