import { parseArgs } from 'node:util'
import { z } from 'zod'

const whole = z.coerce.number().int()
const milliseconds = whole.min(20).max(3_600_000)

/** What can be chosen when the network is started; every name is also a flag, as `--block-ms`. */
export const optionsSchema = z
  .strictObject({
    /** 0 takes a free one. */
    port: whole.min(0).max(65_535).default(0),
    host: z.string().default('127.0.0.1'),
    chainId: whole.positive().default(84_538_453),
    /** Blocks of 2 s that show 200 ms steps before they are sealed, or sealed blocks of 200 ms. */
    mode: z.enum(['preconfirmed', 'fast-blocks']).default('preconfirmed'),
    /** From one sealed block to the next; 2000 or 200 by mode. */
    blockMs: milliseconds.optional(),
    /** From one partial block to the next. */
    preconfirmMs: milliseconds.default(200),
    /** How rejections of raw transactions are worded. */
    errors: z.enum(['documented', 'node']).default('documented'),
    /** What a pending block has for its hash. */
    pendingHash: z.enum(['partial', 'zero', 'null']).default('partial'),
    /** What a receipt is before its block is sealed. */
    receiptBeforeSeal: z.enum(['zero-hash', 'null']).default('zero-hash'),
    /** How the pre-confirmation subscription writes `gasUsed`. */
    gasUsed: z.enum(['hex', 'number']).default('hex'),
    /** Prefix of the chain's own methods. */
    methodPrefix: z.string().default('base'),
    /** Name of the subscription that tells of pre-confirmed transactions. */
    preconfirmationSubscription: z.string().default('newFlashblockTransactions'),
    /** The part of the faucet's address that stands for the network. */
    faucetName: z.string().default('preview'),
    faucetCooldownSeconds: whole.min(0).default(10),
    /** Blocks behind the head at which a block counts as safe, as final. */
    safeBlocks: whole.min(0).optional(),
    finalizedBlocks: whole.min(0).optional(),
    /** Faults at run time, and Anvil's own `debug_`, `anvil_` and `evm_` methods; from this machine only. */
    control: z.boolean().default(false),
    /** A folder in which the state outlives the process. */
    dir: z.string().optional(),
    /** From one writing of the state to the next. */
    saveMs: milliseconds.default(10_000),
    /** Up to so many transactions a block is executed anew at each step; a larger one only by what is new. */
    replayLimit: whole.min(0).default(64),
  })
  .transform(options => {
    const isFast = options.mode === 'fast-blocks'
    const blockMs = options.blockMs ?? (isFast ? 200 : 2000)
    return {
      ...options,
      blockMs,
      safeBlocks: options.safeBlocks ?? Math.ceil(20_000 / blockMs),
      finalizedBlocks: options.finalizedBlocks ?? Math.ceil(40_000 / blockMs),
    }
  })

export type Options = z.output<typeof optionsSchema>
export type GivenOptions = z.input<typeof optionsSchema>

/** @throws {Error} a sentence on what is wrong with the arguments */
export function parseOptions(args: string[]): Options {
  const names = Object.keys(optionsSchema.in.shape)
  const flags = Object.fromEntries(
    names.map(name => [kebab(name), { type: name === 'control' ? ('boolean' as const) : ('string' as const) }]),
  )
  const { values } = parseArgs({ args, options: flags, strict: true })
  const given = Object.fromEntries(names.flatMap(name => (kebab(name) in values ? [[name, values[kebab(name)]]] : [])))
  const parsed = optionsSchema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues.map(({ path, message }) => `--${kebab(path.join('.'))}: ${message}`).join('\n'))
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}
