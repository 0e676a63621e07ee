import { places } from '../places.ts'
import type { Step } from '../state.ts'

const timeoutMs = 5_000

/**
 * Does a state's steps inside the page, as `visit.ts` does them from outside for the pictures.
 *
 * @throws Error with the step that found nothing to act on
 */
export async function play(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await take(step)
}

async function take(step: Step): Promise<void> {
  if ('press' in step) press(step.press)
  else if ('fill' in step) enter(await find(step.fill), step.with)
  else if ('choose' in step) enter(await find(step.choose), step.option)
  else if ('see' in step) await find(step.see)
  else if ('click' in step) (await find(step.click)).click()
  else for (const field of await findAll('[data-testid^=backup-word-]')) enter(field, 'abandon')
}

async function find(what: string): Promise<HTMLElement> {
  const selector = places[what] ?? (what.startsWith('key=') ? 'button, summary' : `[data-testid="${what}"]`)
  const words = what.startsWith('key=') ? chrome.i18n.getMessage(what.slice('key='.length)) : ''
  return await until(`nothing to see of ${what}`, () => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find(element =>
      (element.textContent ?? '').includes(words),
    )
    const isReady = found?.checkVisibility() === true && !found.matches(':disabled')
    return isReady ? found : undefined
  })
}

async function findAll(selector: string): Promise<HTMLElement[]> {
  return await until(`nothing to see of ${selector}`, () => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)]
    return found.length > 0 ? found : undefined
  })
}

/** Looks once a frame: React may change a page without adding or removing anything. */
async function until<Found>(complaint: string, look: () => Found | undefined): Promise<Found> {
  const givesUpAt = performance.now() + timeoutMs
  while (performance.now() < givesUpAt) {
    const found = look()
    if (found !== undefined) return found
    await new Promise(resolve => requestAnimationFrame(resolve))
  }
  throw new Error(complaint)
}

/** React listens to the element's own setter, so the value is set past it. */
function enter(field: HTMLElement, value: string): void {
  const prototype = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].find(
    kind => field instanceof kind,
  )?.prototype
  if (prototype === undefined) throw new Error(`nothing can be entered in ${field.tagName}`)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A page cannot press a key; what Tab does can be done. */
function press(key: string): void {
  if (key !== 'Tab') throw new Error(`a page cannot press ${key}: do it by hand`)
  const stops = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ]
  const reachable = stops.filter(stop => stop.tabIndex >= 0 && stop.checkVisibility() && !stop.matches(':disabled'))
  const focused = document.activeElement
  const next = focused instanceof HTMLElement ? reachable.indexOf(focused) + 1 : 0
  reachable[next]?.focus()
}
