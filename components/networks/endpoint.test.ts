import { describe, expect, it } from 'vitest'
import { httpFault, socketFault } from './endpoint'

describe('an endpoint as a person types it', () => {
  it.each(['https://node.example', 'http://127.0.0.1:8545', ' https://node.example/key/abc '])('%s will do', url => {
    expect(httpFault(url)).toBeNull()
  })

  it.each([
    ['node.example', 'not-an-address'],
    ['wss://node.example', 'not-http'],
    ['file:///etc/passwd', 'not-http'],
    ['javascript:alert(1)', 'not-http'],
    ['https://anna:secret@node.example', 'has-password'],
  ])('%s is refused: %s', (url, fault) => {
    expect(httpFault(url)).toBe(fault)
  })

  it('may have no socket', () => {
    expect(socketFault('')).toBeNull()
    expect(socketFault('wss://node.example/ws')).toBeNull()
    expect(socketFault('https://node.example')).toBe('not-socket')
  })
})
