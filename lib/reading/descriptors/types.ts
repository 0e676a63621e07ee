import type { Address, Hex } from 'viem'
import type { Json, JsonObject } from './json'
import type { Path } from './path'
import type { FunctionSignature } from './signature'

/** A descriptor as it was loaded: includes merged, references followed, paths and signatures parsed. */
export interface Descriptor {
  version: 1 | 2
  about: About
  binding: Binding
  /** By selector (four bytes as hex) or by the encoded type of a message. */
  formats: ReadonlyMap<string, Format>
  /** The merged file: what paths from `$` lead into. */
  file: JsonObject
}

/** Who wrote the descriptor, as it says itself. Text only, cleaned for the screen. */
export interface About {
  id: string | null
  owner: string | null
  contractName: string | null
  url: string | null
}

export interface Deployment {
  chainId: number
  address: Address
}

/** What a descriptor may be applied to. `none`: nothing by itself, only through another file that includes it. */
export type Binding =
  | { kind: 'none' }
  | { kind: 'contract'; deployments: readonly Deployment[]; factory: Factory | null }
  | {
      kind: 'message'
      /** `null`: any contract. */
      deployments: readonly Deployment[] | null
      domain: Readonly<Record<string, string>>
      domainSeparator: Hex | null
    }

export interface Factory {
  /** Signature of the event that names a contract the factory made. */
  event: string
  deployments: readonly Deployment[]
}

export interface Format {
  /** `null` for a message. */
  signature: FunctionSignature | null
  /** One line, or lines with a label each. */
  intent: readonly IntentLine[]
  /** With its paths in braces; `null` if the format has none. */
  sentence: string | null
  items: readonly Item[]
}
export interface IntentLine {
  label: string | null
  text: string
}

export type Item = Field | Group
export interface Field {
  kind: 'field'
  /** `null` for a constant: then `value` is set. */
  path: Path | null
  /** The path of the group it stands in: relative paths of its parameters start there. */
  group: Path | null
  value: Json
  label: string
  /** `raw` where none is given. */
  format: string
  params: JsonObject
  visible: Visibility
  /** Shown before each element; `{index}` is its place. */
  separator: string | null
  encryption: { scheme: string; label: string | null } | null
}
export interface Group {
  kind: 'group'
  path: Path | null
  label: string | null
  /** Whether the elements of its lists are shown together: first of each, second of each. */
  isBundled: boolean
  /** Whether each list is shown whole, one after the other, even where the group itself is at a list. */
  isSequential: boolean
  items: readonly Item[]
}
export type Visibility =
  | 'always'
  | 'never'
  | 'optional'
  | { rule: 'if-not-in'; values: readonly Json[] }
  | { rule: 'must-match'; values: readonly Json[] }
