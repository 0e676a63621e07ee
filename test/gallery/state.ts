import type { FailureCode, FailureDetails } from '@/lib/base/failure'
import type { Page, ProcedureInput, ProcedureName, ProcedureOutput, Slices, UiResponse } from '@/lib/language/ui'

/** What the fake worker answers; `never` leaves the screen waiting. */
export type Answer<Name extends ProcedureName> =
  | ProcedureOutput<Name>
  | 'never'
  | { failure: { code: FailureCode; details: FailureDetails } }

export type Answers = {
  [Name in ProcedureName]?: Answer<Name> | ((input: ProcedureInput<Name>) => Answer<Name>)
}

/**
 * What a person does before the picture is taken. A target is a test id, `key=` with the catalogue key of a button's
 * words, or a name of `places.ts`.
 */
export type Step =
  | { click: string }
  | { fill: string; with: string }
  | { choose: string; option: string }
  | { press: string }
  | { see: string }
  /** Chooses files of these texts, by their names. */
  | { files: string; with: Readonly<Record<string, string>> }
  /** Every word asked for in the backup check. */
  | { proveBackup: 'wrong' }

/** One screen in one state. */
export interface GalleryState {
  name: string
  page: Page
  sidePanel?: boolean
  route?: string
  /** `false` after the person took it away. */
  hostAccess?: boolean
  /** The address of the page in front. */
  front?: string
  slices: Partial<Slices>
  answers?: Answers
  /** Sent one after the other once the page has subscribed, 200 ms apart, as a worker would. */
  news?: (now: number) => UiResponse[]
  /** Left in `storage.session` by an earlier worker; then the worker itself says nothing. */
  onlySnapshot?: boolean
  /** What else lies in `storage.session`. */
  stored?: Record<string, unknown>
  steps?: Step[]
}
