import { describe, expect, it } from 'vitest'
import { readRecap, recapStatement } from './recap'

const uri = (json: string) => `urn:recap:${Buffer.from(json).toString('base64url')}`

// EIP-5573, "ReCap Details Object Schema" and "ReCap SIWE Extension": the standard's own examples.
const pictures =
  'urn:recap:eyJhdHQiOnsiaHR0cHM6Ly9leGFtcGxlLmNvbS9waWN0dXJlcy8iOnsiY3J1ZC9kZWxldGUiOlt7fV0sImNydWQvdXBkYXRlIjpbe31dLCJvdGhlci9hY3Rpb24iOlt7fV19LCJtYWlsdG86dXNlcm5hbWVAZXhhbXBsZS5jb20iOnsibXNnL3JlY2VpdmUiOlt7Im1heF9jb3VudCI6NSwidGVtcGxhdGVzIjpbIm5ld3NsZXR0ZXIiLCJtYXJrZXRpbmciXX1dLCJtc2cvc2VuZCI6W3sidG8iOiJzb21lb25lQGVtYWlsLmNvbSJ9LHsidG8iOiJqb2VAZW1haWwuY29tIn1dfX0sInByZiI6WyJ6ZGo3V2o2Rk5TNHJVVWJzaUp2amp4Y3NOcVpkRENTaVlSOHNLUVhmb1BmcFNadUF3Il19'
const picturesSaid =
  "I further authorize the stated URI to perform the following actions on my behalf: (1) 'crud': 'delete', 'update' for 'https://example.com/pictures/'. (2) 'other': 'action' for 'https://example.com/pictures/'. (3) 'msg': 'receive', 'send' for 'mailto:username@example.com'."
const five =
  'urn:recap:eyJhdHQiOnsiaHR0cHM6Ly9leGFtcGxlLmNvbSI6eyJleGFtcGxlL2FwcGVuZCI6W10sImV4YW1wbGUvcmVhZCI6W10sIm90aGVyL2FjdGlvbiI6W119LCJteTpyZXNvdXJjZTp1cmkuMSI6eyJleGFtcGxlL2FwcGVuZCI6W10sImV4YW1wbGUvZGVsZXRlIjpbXX0sIm15OnJlc291cmNlOnVyaS4yIjp7ImV4YW1wbGUvYXBwZW5kIjpbXX0sIm15OnJlc291cmNlOnVyaS4zIjp7ImV4YW1wbGUvYXBwZW5kIjpbXX19LCJwcmYiOltdfQ'
const fiveSaid =
  "I further authorize the stated URI to perform the following actions on my behalf: (1) 'example': 'append', 'read' for 'https://example.com'. (2) 'other': 'action' for 'https://example.com'. (3) 'example': 'append', 'delete' for 'my:resource:uri.1'. (4) 'example': 'append' for 'my:resource:uri.2'. (5) 'example': 'append' for 'my:resource:uri.3'."

describe('the permissions of a sign-in (EIP-5573)', () => {
  it.each([
    ['pictures', pictures, picturesSaid],
    ['five resources', five, fiveSaid],
  ])('are read, and their statement is that of the standard: %s', (_what, resource, said) => {
    const recap = readRecap(['https://example.com', resource], said)
    expect(recap?.isStated).toBe(true)
    expect(recapStatement(recap?.entries ?? [])).toBe(said)
    expect(readRecap([resource], `I accept the terms. ${said}`)?.isStated).toBe(true)
  })

  it('are none without such a resource', () => {
    expect(readRecap(['https://example.com'], null)).toBeNull()
  })

  it.each([
    ['no statement', null],
    ['another statement', 'Sign in.'],
    ['less than all', picturesSaid.replace("'delete', ", '')],
    ['words after it', `${picturesSaid} Or not.`],
    ['words joined to it', `Never say:${picturesSaid}`],
  ])('are not stated by %s', (_what, statement) => {
    expect(readRecap([pictures], statement)).toMatchObject({ isStated: false, entries: [{}, {}, {}] })
  })

  it.each([
    ['is not the last resource', [pictures, 'https://example.com']],
    ['is there twice', [pictures, pictures]],
    ['is no JSON', [uri('{')]],
    ['is no base64url', ['urn:recap:a b']],
    ['permits nothing', [uri('{"att":{}}')]],
    ['has a resource without an action', [uri('{"att":{"a:b":{}}}')]],
    ['has an action without a namespace', [uri('{"att":{"a:b":{"read":[]}}}')]],
    ['has a resource that is no URI', [uri('{"att":{"a":{"a/b":[]}}}')]],
    ['names a resource twice, which servers read differently', [uri('{"att":{"a:b":{"a/b":[]},"a:b":{"a/c":[]}}}')]],
    ['is written in capitals', [`URN:RECAP:${pictures.slice(10)}`.replace('urn', 'URN').slice(0, 40)]],
  ])('are unclear where the list %s', (_what, resources) => {
    expect(readRecap(resources, picturesSaid)).toEqual({ entries: [], isStated: false })
  })
})
