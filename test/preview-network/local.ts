/** Whether a connection comes from this machine: loopback, of either version of IP. */
export function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address ?? '')
}
