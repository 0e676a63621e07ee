const longest = 128_000

/** The text of standard base64 (RFC 4648 §4) over UTF-8, as headers of x402 carry it; `null` for anything else. */
export function fromBase64(value: string): string | null {
  if (value.length > longest) return null
  try {
    const bytes = Uint8Array.from(atob(value), character => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not base64, or not UTF-8: the header carries no text.
    return null
  }
}

export function toBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join(''))
}

/** Reads base64url without padding (RFC 4648 §5), like `fromBase64`. */
export function fromBase64Url(value: string): string | null {
  return /^[\w-]+$/.test(value) ? fromBase64(value.replaceAll('-', '+').replaceAll('_', '/')) : null
}

export function toBase64Url(text: string): string {
  return toBase64(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
