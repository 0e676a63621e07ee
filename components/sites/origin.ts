import { isSecureOrLoopback } from '@/lib/base/addresses'

/** The origin of a typed web address, with or without `https://`; `null` for one where the wallet does not run. */
export function originOf(text: string): string | null {
  const typed = text.trim()
  const url = URL.parse(/^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`)
  if (url === null || !/^https?:$/.test(url.protocol) || !isSecureOrLoopback(url.origin)) return null
  return /[.:]|^localhost$/.test(url.hostname) ? url.origin : null
}
