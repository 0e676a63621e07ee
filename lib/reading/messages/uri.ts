/** RFC 3986, appendix A: the grammar of a URI, which is narrower than what `URL` takes. */

const encoded = '%[0-9a-fA-F]{2}'
/** A character of a path segment. */
const pchar = `(?:[\\w.~!$&'()*+,;=:@-]|${encoded})`
const userinfo = `(?:[\\w.~!$&'()*+,;=:-]|${encoded})*@`
const host = `(\\[[0-9a-fA-F:.]+\\])|(?:[\\w.~!$&'()*+,;=-]|${encoded})*`
const path = `(?:/${pchar}*)*`
const hierarchy = `(?://(?:${userinfo})?(?:${host})(?::\\d*)?${path}|/(?:${pchar}+${path})?|${pchar}+${path})?`
const tail = `(?:${pchar}|[/?])*`
const uri = new RegExp(`^[a-zA-Z][a-zA-Z0-9+.-]*:${hierarchy}(?:\\?${tail})?(?:#${tail})?$`)
const segment = new RegExp(`^${pchar}*$`)
const name = new RegExp(`^(?:${host})$`)

export function isUri(text: string): boolean {
  const found = uri.exec(text)
  return found !== null && isAddressLiteral(found[1])
}

/** True for characters of one path segment, or none. */
export function isSegment(text: string): boolean {
  return segment.test(text)
}

/** True for a host name or an address, without a port. */
export function isHost(text: string): boolean {
  const found = name.exec(text)
  return text !== '' && found !== null && isAddressLiteral(found[1])
}

/** @param literal an IPv6 address in brackets; `undefined` for another host */
function isAddressLiteral(literal: string | undefined): boolean {
  return literal === undefined || URL.canParse(`http://${literal}/`)
}
