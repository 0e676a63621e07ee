import { parseArgs } from 'node:util'
import { z } from 'zod'
import { OptionsError } from './errors.ts'
import { type ModeTraits, modeNames, modes } from './modes.ts'

/** A whole number, also as the digits that a command line has. */
function whole(min: number, max = Number.MAX_SAFE_INTEGER) {
  const digits = z.string().regex(/^\d+$/).transform(Number)
  return z.union([z.number(), digits], 'not a whole number').pipe(z.int().min(min).max(max))
}

const hour = 3_600_000
const milliseconds = whole(20, hour)

/** What can be chosen when the network is started. Every name is also a flag: `blockMs` is `--block-ms`. */
export const optionsSchema = z
  .strictObject({
    /** TCP port; 0 takes a free one. */
    port: whole(0, 65_535).default(0),
    host: z.string().default('127.0.0.1'),
    chainId: whole(1).default(84_538_453),
    /** The kind of network; see `modes.ts` and the README. */
    mode: z.enum(modeNames).default('preconfirmed'),
    /** Milliseconds from one sealed block to the next; the default depends on the mode. */
    blockMs: milliseconds.optional(),
    /** Milliseconds from one partial block, shred, mini-block or round of commitments to the next; by mode. */
    preconfirmMs: milliseconds.optional(),
    /** `legacy`: the chain has no EIP-1559 fields, methods and transactions. */
    pricing: z.enum(['eip1559', 'legacy']).default('eip1559'),
    /** Words and codes of refused raw transactions: the four documented ones, or a node's own. */
    errors: z.enum(['documented', 'node']).default('documented'),
    /** The hash of a pending block. */
    pendingHash: z.enum(['partial', 'zero', 'null']).default('partial'),
    /** The block hash of a receipt before its block is sealed; `null`: no receipt. By mode. */
    receiptBeforeSeal: z.enum(['zero-hash', 'ones-hash', 'transaction-hash', 'null']).optional(),
    /** How the pre-confirmation subscription writes `gasUsed`. */
    gasUsed: z.enum(['hex', 'number']).default('hex'),
    /** Prefix of the chain's own methods. */
    methodPrefix: z.string().default('base'),
    /** Name of the subscription that tells of pre-confirmed transactions. */
    preconfirmationSubscription: z.string().default('newFlashblockTransactions'),
    /** The path segment of the faucet that names the network. */
    faucetName: z.string().default('preview'),
    faucetCooldownSeconds: whole(0).default(10),
    /** Blocks behind the head at which a block is `safe` and `finalized`; by mode. */
    safeBlocks: whole(0).optional(),
    finalizedBlocks: whole(0).optional(),
    /** Milliseconds without a message of the client after which a WebSocket connection is closed; 0: never. By mode. */
    socketIdleMs: whole(0, hour).optional(),
    /** Offers the faults over HTTP, and Anvil's `debug_`, `anvil_` and `evm_` methods; to this machine only. */
    control: z.boolean().default(false),
    /** Folder in which the state outlives the process. One network at a time may use it. */
    dir: z.string().optional(),
    /** Milliseconds from one writing of the state to the next. */
    saveMs: milliseconds.default(10_000),
    /** A block of at most this many transactions is executed anew at each step; a larger one only by its new ones. */
    replayLimit: whole(0).default(64),
    /** Path of the Anvil binary; by default the npm package `@foundry-rs/anvil`, then `anvil` on the PATH. */
    anvil: z.string().optional(),
  })
  .transform(options => {
    const traits: ModeTraits = modes[options.mode]
    const blockMs = options.blockMs ?? traits.blockMs
    return {
      ...options,
      traits,
      blockMs,
      preconfirmMs: options.preconfirmMs ?? traits.stepMs,
      receiptBeforeSeal: options.receiptBeforeSeal ?? traits.unsealedHash,
      safeBlocks: options.safeBlocks ?? traits.depths?.safe ?? Math.ceil(20_000 / blockMs),
      finalizedBlocks: options.finalizedBlocks ?? traits.depths?.finalized ?? Math.ceil(40_000 / blockMs),
      socketIdleMs: options.socketIdleMs ?? traits.socketIdleMs,
    }
  })

export type Options = z.output<typeof optionsSchema>
/** The options of `createPreviewNetwork`; each has a default. */
export type GivenOptions = z.input<typeof optionsSchema>

/**
 * Returns the options with their defaults.
 * @throws {OptionsError} naming every option that is wrong
 */
export function parseOptions(given: unknown): Options {
  return checked(optionsSchema.safeParse(given))
}

/**
 * Returns the options that command-line arguments name.
 * @param args without the program's own name: `['--port', '0']`
 * @throws {OptionsError} for unknown flags and wrong values
 */
export function parseArguments(args: string[]): GivenOptions {
  const names = Object.keys(optionsSchema.in.shape)
  const flags = Object.fromEntries(
    names.map(name => [flagOf(name), { type: name === 'control' ? ('boolean' as const) : ('string' as const) }]),
  )
  const found = values(args, flags)
  const named = names.flatMap(name => (flagOf(name) in found ? [[name, found[flagOf(name)]]] : []))
  return checked(optionsSchema.in.safeParse(Object.fromEntries(named)))
}

function checked<T>(parsed: z.ZodSafeParseResult<T>): T {
  if (parsed.success) return parsed.data
  throw new OptionsError(parsed.error.issues.map(({ path, message }) => ({ option: path.join('.'), message })))
}

function values(args: string[], flags: Record<string, { type: 'boolean' | 'string' }>): Record<string, unknown> {
  try {
    return parseArgs({ args, options: flags, strict: true }).values
  } catch (error) {
    throw new OptionsError([{ option: '', message: error instanceof Error ? error.message : String(error) }])
  }
}

/** Returns the flag of an option without its dashes: `blockMs` is `block-ms`. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}
