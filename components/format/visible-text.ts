export type VisiblePart =
  | { kind: 'text'; text: string }
  | { kind: 'hidden'; name: string }
  /** Lines with nothing on them, or blanks in a row. */
  | { kind: 'lines' | 'blanks'; count: number }

/** More than three empty lines or forty blanks in a row are no layout: they push what follows out of sight. */
const longRun = /\n(?:[^\S\n]*\n){4,}|[^\S\n]{41,}/g

/**
 * Characters that are drawn as nothing, or that change the order of what is drawn: control, format, private and
 * unassigned ones (Unicode categories Cc, Cf, Co, Cn, Cs), variation selectors, and letters that look like blanks. Not
 * the line feed and the tab.
 */
function isHidden(character: string): boolean {
  return (
    character !== '\n' &&
    character !== '\t' &&
    /[\p{C}\p{Variation_Selector}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/u.test(character)
  )
}

/**
 * Text from outside with its invisible and direction-changing characters named, so that what is read is what is signed.
 * Long runs of empty lines and of blanks are counted in place of being drawn.
 */
export function visibleParts(text: string): VisiblePart[] {
  const plain = text.replaceAll('\r\n', '\n')
  const parts: VisiblePart[] = []
  let from = 0
  for (const run of plain.matchAll(longRun)) {
    const lines = run[0].startsWith('\n') ? run[0].split('\n').length - 2 : 0
    parts.push(...namedParts(plain.slice(from, run.index)))
    parts.push(lines > 0 ? { kind: 'lines', count: lines } : { kind: 'blanks', count: run[0].length })
    from = run.index + run[0].length
  }
  return [...parts, ...namedParts(plain.slice(from))]
}

function namedParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = []
  const show = (shown: string) => {
    const last = parts.at(-1)
    if (last?.kind === 'text') last.text += shown
    else parts.push({ kind: 'text', text: shown })
  }
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    // Joiners and selectors inside a standard emoji are part of its picture.
    if (/^\p{RGI_Emoji}$/v.test(segment)) {
      show(segment)
      continue
    }
    for (const character of segment) {
      if (isHidden(character)) parts.push({ kind: 'hidden', name: codePointName(character) })
      else show(character)
    }
  }
  return parts
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
