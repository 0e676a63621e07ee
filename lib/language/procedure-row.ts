import type * as z from 'zod/mini'

/** The columns of the table in `procedures.ts`. */

// ---- Surfaces ----

/**
 * A page of the extension that opens the port `ui`. `tab` and `side-panel` show the same file, home.html;
 * `developer-panel` is in the browser's developer tools.
 */
export type Surface = 'popup' | 'approval' | 'tab' | 'side-panel' | 'developer-panel'

/** Recovery phrases, private keys, backups and passkey outputs pass to and from a full tab only. */
export const tab: readonly Surface[] = ['tab']
/** Pages that may use the camera: a popup closes with the browser's question for it. */
export const withCamera: readonly Surface[] = ['approval', 'tab']
/** What only home.html offers. */
export const home: readonly Surface[] = ['tab', 'side-panel']
/** Every page but the decision window, which opens when a website asks for something. */
export const wallet: readonly Surface[] = ['popup', 'tab', 'side-panel']
/** Locking, unlocking, deciding, and what a decision has to read. */
export const anywhere: readonly Surface[] = ['popup', 'approval', 'tab', 'side-panel']
export const developerPanel: readonly Surface[] = ['developer-panel']
/** What every page of ours may report. */
export const everyPage: readonly Surface[] = [...anywhere, ...developerPanel]

// ---- Procedures ----

/** Refused with `locked` unless the wallet is unlocked. */
export const unlocked = true
/** Answered also while the wallet is locked or does not exist. */
export const always = false
/** Two calls have the effect of one: where the worker dies before it answers, the page calls again. */
export const repeatable = true
/** Two calls may have two effects: where the worker dies before it answers, the page is told to look. */
export const once = false

/** The fields of an input, each with its schema. */
export type Fields = Readonly<Record<string, z.core.SomeType>>

export interface ProcedureRow<Input extends Fields = Fields, Output = unknown> {
  surfaces: readonly Surface[]
  unlocked: boolean
  repeatable: boolean
  /** Only its type is used. */
  output: (output: Output) => Output
  /** Makes the schemas, for one call: in its life a worker needs few of them. */
  input: (() => Input) | undefined
}

/**
 * A row of the table of procedures.
 *
 * An input has schemas, an output has a type. An input comes from a page, which may be of another version or no longer
 * under our control. An output comes from the worker of the same build over a port that no other extension and no
 * website can open: to check it would bring the schemas into every page and protect nothing.
 * @param output `gives<Type>`, or `nothing`
 * @param input makes the schemas of the fields, where there are any
 */
export function row<Output, Input extends Fields = Record<never, never>>(
  surfaces: readonly Surface[],
  unlocked: boolean,
  repeatable: boolean,
  output: (output: Output) => Output,
  input?: () => Input,
): ProcedureRow<Input, Output> {
  return { surfaces, unlocked, repeatable, output, input }
}

/** Names the type of an output: `gives<{ approvalId: string }>`. */
export function gives<Output>(output: Output): Output {
  return output
}

/** The output of what the person has to decide: the id of the decision that now waits. */
export const proposal = gives<{ approvalId: string }>

/** The output of what gives none. */
export const nothing = gives<null>
