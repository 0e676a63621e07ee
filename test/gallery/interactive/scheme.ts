const condition = /\(prefers-color-scheme:\s*(light|dark)\)/g

/**
 * Shows the page in one colour scheme, whatever the browser prefers: each media query for a scheme is answered here,
 * also those of styles that come later.
 */
export function applyScheme(scheme: 'light' | 'dark'): void {
  document.documentElement.style.colorScheme = scheme
  const answer = () => {
    for (const sheet of document.styleSheets) answerIn(sheet.cssRules, scheme)
  }
  new MutationObserver(answer).observe(document, { childList: true, subtree: true, characterData: true })
  document.addEventListener('load', answer, { capture: true })
  answer()
}

function answerIn(rules: CSSRuleList, scheme: 'light' | 'dark'): void {
  for (const rule of rules) {
    if (rule instanceof CSSImportRule && rule.styleSheet !== null) answerIn(rule.styleSheet.cssRules, scheme)
    if (rule instanceof CSSMediaRule) {
      // True and false, as far as every screen goes.
      const answered = rule.media.mediaText.replace(condition, (_, asked) =>
        asked === scheme ? '(min-width: 0)' : '(max-width: 0)',
      )
      if (answered !== rule.media.mediaText) rule.media.mediaText = answered
    }
    if (rule instanceof CSSGroupingRule) answerIn(rule.cssRules, scheme)
  }
}
