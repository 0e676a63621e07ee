import type { Address, Hash, Hex } from 'viem'
import * as z from 'zod/mini'

/** Lower-case or mixed-case `0x` data of whole bytes. */
export const hexSchema = z.custom<Hex>(value => typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value))
/** 20 bytes; checksum case is not judged here. */
export const addressSchema = z.custom<Address>(value => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value))
/** 32 bytes. */
export const hashSchema = z.custom<Hash>(value => typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value))

/**
 * A JSON-RPC QUANTITY as every wire carries it: `0x` hex of at most 256 bits. Becomes a `bigint` at the point of use.
 */
export const quantitySchema = z.custom<Hex>(value => typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value))
