/** @throws {Error} when the page has no such element */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`no #${id}`)
  return element
}

/** @throws {Error} when the page has no such field */
export function fieldById(id: string): HTMLInputElement {
  const element = byId(id)
  if (!(element instanceof HTMLInputElement)) throw new Error(`#${id} is no field`)
  return element
}

/** An element with text, and what tests and styles know it by. */
export function element(
  name: string,
  text: string,
  attributes: { class?: string; testid?: string; state?: string } = {},
): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  if (attributes.class) made.className = attributes.class
  if (attributes.testid) made.dataset.testid = attributes.testid
  if (attributes.state) made.dataset.state = attributes.state
  return made
}

export function notify(text: string | null): void {
  byId('notice').hidden = text === null
  byId('notice').textContent = text ?? ''
}

/** The wallet's or the shop's words for what went wrong. */
export function explain(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === 4001)
    return 'You declined it in your wallet. Nothing was paid.'
  if (error instanceof Error) return error.message
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message)
  return String(error)
}

/** Asks the shop's API; what it refuses is thrown in its own words. */
export async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(path, { ...init, headers: { 'content-type': 'application/json' } })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer
}
