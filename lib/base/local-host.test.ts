import { describe, expect, it } from 'vitest'
import { isLocalHost, isThisMachine } from './local-host'

it.each([
  'localhost',
  'metamask.localhost',
  '127.0.0.1',
  '[::1]',
  '192.168.1.7',
  '10.0.0.1',
  '172.20.0.1',
  '[fd00::1]',
  'opensea.test',
  'printer.local',
])('%s is this machine, a private network or a name for testing', host => {
  expect(isLocalHost(host)).toBe(true)
})

it.each(['172.15.0.1', '172.32.0.1', '8.8.8.8', '192.169.0.1', 'localhost.example', 'mytest'])(
  '%s is a public host',
  host => {
    expect(isLocalHost(host)).toBe(false)
  },
)

describe('every spelling of this machine', () => {
  it.each([
    'localhost.',
    'LOCALHOST',
    'app.localhost.',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '１２７.0.0.1',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::127.0.0.1]',
  ])('%s', spelled => {
    const { hostname } = new URL(`http://${spelled}/`)
    expect(isThisMachine(hostname)).toBe(true)
    expect(isLocalHost(hostname)).toBe(true)
  })

  it.each(['0.0.0.0', '[::]', '[::ffff:10.0.0.1]', '169.254.169.254', '[fe80::1]', '[fec0::1]', '198.18.0.1'])(
    '%s is near, and not this machine',
    spelled => {
      const { hostname } = new URL(`http://${spelled}/`)
      expect(isThisMachine(hostname)).toBe(false)
      expect(isLocalHost(hostname)).toBe(true)
    },
  )

  it.each(['127.0.0.1.example', 'localhost.example', '[::ffff:8.8.8.8]', '[2606:4700::1111]', '128.0.0.1'])(
    '%s is public',
    spelled => {
      const { hostname } = new URL(`http://${spelled}/`)
      expect(isLocalHost(hostname)).toBe(false)
    },
  )
})
