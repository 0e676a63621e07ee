export type EndpointFault = 'not-an-address' | 'not-http' | 'not-socket' | 'has-password'

/** Why an endpoint's HTTP address will not do, or `null`. */
export function httpFault(text: string): EndpointFault | null {
  return faultOf(text, ['https:', 'http:'], 'not-http')
}

/** Likewise for a WebSocket address; empty is allowed (the network has none). */
export function socketFault(text: string): EndpointFault | null {
  return text.trim() === '' ? null : faultOf(text, ['wss:', 'ws:'], 'not-socket')
}

function faultOf(text: string, protocols: readonly string[], otherProtocol: EndpointFault): EndpointFault | null {
  const typed = text.trim()
  if (!URL.canParse(typed)) return 'not-an-address'
  const { protocol, username, password } = new URL(typed)
  if (!protocols.includes(protocol)) return otherProtocol
  return username === '' && password === '' ? null : 'has-password'
}
