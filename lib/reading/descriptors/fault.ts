/** Why a descriptor, or one of its formats, is not used. */
export type FaultCode =
  /** The text is longer than `descriptorBudget` allows. */
  | 'too-large'
  | 'not-json'
  /** `$schema` names no version of the format, or one with another major number than 1 and 2. */
  | 'unknown-version'
  /** A member has a shape that neither schema allows. */
  | 'malformed'
  | 'include-missing'
  | 'include-cycle'
  | 'reference-missing'
  | 'reference-cycle'
  | 'malformed-path'
  /** A key of `display.formats` is neither a function nor an encoded type. */
  | 'malformed-signature'
  /** Two keys of `display.formats` are the same function or type. */
  | 'same-signature'

/** A descriptor that cannot be used. `at` is the place in the file: `display.formats.…`. */
export class DescriptorFault extends Error {
  override readonly name = 'DescriptorFault'
  readonly code: FaultCode
  readonly at: string

  constructor(code: FaultCode, at: string) {
    super(at === '' ? code : `${code} at ${at}`)
    this.code = code
    this.at = at
  }
}
