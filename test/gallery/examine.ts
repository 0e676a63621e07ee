import type { Page } from '@playwright/test'
import { z } from 'zod'

const violationsSchema = z.array(
  z.object({
    id: z.string(),
    nodes: z.array(z.object({ target: z.array(z.unknown()), failureSummary: z.string().optional() })),
  }),
)

/**
 * What is wrong with the page as it stands: axe's findings, and content that runs out of the page or of its own box.
 */
export async function examine(page: Page, axe: string, { forcedColors }: { forcedColors: boolean }): Promise<string[]> {
  await page.evaluate(axe)
  // In forced colours axe judges the colours we asked for, which nobody sees.
  const rules = { 'color-contrast': { enabled: !forcedColors } }
  const options = { resultTypes: ['violations'], rules }
  const violations = violationsSchema.parse(
    await page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(result => result.violations)`),
  )
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `axe ${id} at ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ') ?? ''}`,
    ),
  )
  return [...found, ...(await page.evaluate(overflows))]
}

/** Runs in the page. */
function overflows(): string[] {
  const faults: string[] = []
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > width) {
    faults.push(`the page is ${document.documentElement.scrollWidth} wide in a window of ${width}`)
  }
  for (const element of document.querySelectorAll<HTMLElement>('#root *')) {
    const style = getComputedStyle(element)
    if (style.position === 'absolute' && style.clipPath !== 'none') continue
    const cut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
    if (
      cut &&
      style.overflowX === 'hidden' &&
      style.textOverflow !== 'ellipsis' &&
      !element.matches('.visually-hidden')
    ) {
      faults.push(`cut off: ${element.className} «${element.textContent?.slice(0, 40)}»`)
    }
    const box = element.getBoundingClientRect()
    if (box.width > 0 && element.children.length === 0 && (box.right > width + 1 || box.left < -1)) {
      faults.push(`outside the page: ${element.className || element.tagName} «${element.textContent?.slice(0, 40)}»`)
    }
  }
  return faults
}

const measuresSchema = z.array(z.number())

/** The times `push-to-paint` recorded so far, in ms. */
export async function pushToPaintTimes(page: Page, atLeast: number): Promise<number[]> {
  await page.waitForFunction(count => performance.getEntriesByName('push-to-paint').length >= count, atLeast, {
    timeout: 15_000,
  })
  return measuresSchema.parse(
    await page.evaluate(() => performance.getEntriesByName('push-to-paint').map(entry => entry.duration)),
  )
}
