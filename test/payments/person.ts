import type { Locator, Page } from '@playwright/test'

/** What a task took a person. */
export interface Effort {
  task: string
  clicks: number
  /** Fields that were typed into. */
  fields: number
  /** Different words on the desk's screens, in all the states that were passed. */
  words: number
}

export interface Person {
  page: Page
  click(target: Locator): Promise<void>
  type(target: Locator, text: string): Promise<void>
  choose(target: Locator, label: string): Promise<void>
  /** Reads the screen as it is now. */
  read(): Promise<void>
  effort(task: string): Effort
}

/** Does a task on a page of the wallet, and counts clicks, fields and the words that were to be read. */
export function personAt(page: Page): Person {
  const lines = new Set<string>()
  let clicks = 0
  let fields = 0
  async function read(): Promise<void> {
    // On a fast machine a page would be read before it is there.
    await page.locator('main.desk .desk-wait').first().waitFor({ state: 'detached' })
    const found = await page.locator('main.desk').evaluateAll(visibleLines)
    // What counts up or down is one text. What stands there while the chain or the database is asked is read on a slow
    // machine alone.
    for (const line of found) if (!line.endsWith('…') && line !== 'Loading') lines.add(line.replace(/\d+/g, '0'))
  }
  return {
    page,
    async click(target) {
      clicks += 1
      await read()
      await target.click()
      await read()
    },
    async type(target, text) {
      fields += 1
      await target.fill(text)
      await read()
    },
    async choose(target, label) {
      // The list, and what is chosen from it.
      clicks += 2
      await target.selectOption({ label })
      await read()
    },
    read,
    effort: task => ({ task, clicks, fields, words: [...lines].reduce((sum, line) => sum + wordsOf(line), 0) }),
  }
}

/** Runs in the page: every visible text, once. */
function visibleLines(mains: Element[]): string[] {
  const found = new Set<string>()
  for (const main of mains) {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      const text = node.nodeValue?.trim() ?? ''
      const isHidden = parent?.closest('.visually-hidden, option:not(:checked)') != null
      if (parent !== null && text !== '' && !isHidden && parent.checkVisibility()) found.add(text)
    }
  }
  return [...found]
}

/** Words of letters: no amounts, times, hashes or groups of an address. */
function wordsOf(line: string): number {
  const isWord = (part: string) => /\p{Letter}/u.test(part) && !/\d/.test(part) && !/^[\da-f]{4}$/i.test(part)
  return line.split(/\s+/).filter(isWord).length
}

/** The rows as a table of Markdown. */
export function tableOf(rows: readonly Effort[]): string {
  const lines = rows.map(({ task, clicks, fields, words }) => `| ${task} | ${clicks} | ${fields} | ${words} |`)
  return ['| task | clicks | fields | words |', '|---|---|---|---|', ...lines].join('\n')
}
