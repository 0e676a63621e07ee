import { expect, it } from 'vitest'
import { isLocalHost } from './local-host'

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
