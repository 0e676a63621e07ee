/** How pages look and speak on this device, in the extension's local storage, which a page reads before it paints. */
export type Preference = 'theme' | 'language' | 'region'

/** Empty: as the browser has it. */
export function preferenceOf(name: Preference): string {
  return globalThis.localStorage?.getItem(name) ?? ''
}

/** Takes effect in each page when it is opened, and in this one at once. */
export function prefer(name: Preference, value: string): void {
  if (value === '') localStorage.removeItem(name)
  else localStorage.setItem(name, value)
  location.reload()
}
