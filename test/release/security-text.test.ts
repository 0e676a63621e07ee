import { describe, expect, test } from 'vitest'
import { securityText } from './security-text.ts'

const made = new Date('2026-11-28T05:00:00Z')
const text = `Contact: https://github.com/owner/wallet/security/advisories/new
Expires: 2027-11-27T00:00:00Z
Preferred-Languages: en, de
Policy: https://github.com/owner/wallet/blob/main/SECURITY.md
`

describe('security.txt', () => {
  test.each([
    ['owner/wallet'],
    ['github:owner/wallet'],
    ['https://github.com/owner/wallet'],
    [{ type: 'git', url: 'git+https://github.com/owner/wallet.git' }],
    [{ type: 'git', url: 'git@github.com:owner/wallet.git' }],
  ])('leads to the reporting page of %j, for less than a year', repository => {
    expect(securityText(repository, made)).toBe(text)
  })

  test.each([
    [undefined],
    [null],
    [{}],
    ['https://code.example/owner/wallet'],
    ['https://github.com.example/a/b'],
    [''],
  ])('is not made where no such page is known: %j', repository => {
    expect(securityText(repository, made)).toBeNull()
  })
})
