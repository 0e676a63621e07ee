import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { root } from '../commands/project.ts'
import { expect } from './fixtures.ts'

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const pictures = join(root, 'test-results/screens')

/** Axe finds nothing wrong with the page as it is; a picture of it is left for people to look at. */
export async function inspect(page: Page, name: string, theme: string): Promise<void> {
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}-${theme}.png`) })
  // Evaluated, not added as a script: the page's own policy would rightly refuse that.
  await page.evaluate(axeSource)
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(context: Document): Promise<AxeResults> } }
    const { violations } = await axe.run(document)
    return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target).join(', ')})`)
  })
  expect.soft(violations, `${name}, ${theme}`).toEqual([])
}
