import { mod } from '@noble/curves/abstract/modular'
import { secp256k1 } from '@noble/curves/secp256k1'
import { hmac } from '@noble/hashes/hmac'
import { keccak_256 } from '@noble/hashes/sha3'
import * as z from 'zod/mini'

/**
 * The parts of libraries that the worker lends its later scripts, so that not each brings a copy of its own, by the
 * name under which they are imported (`wxt.config.ts`). A part that a later script needs and that is missing here fails
 * the build.
 */
export const sharedLibraries = {
  '@noble/curves/abstract/modular': { mod },
  '@noble/curves/secp256k1': { secp256k1 },
  '@noble/hashes/hmac': { hmac },
  '@noble/hashes/sha3': { keccak_256 },
  'zod/mini': {
    _default: z._default,
    array: z.array,
    bigint: z.bigint,
    boolean: z.boolean,
    catch: z.catch,
    codec: z.codec,
    custom: z.custom,
    decode: z.decode,
    discriminatedUnion: z.discriminatedUnion,
    encode: z.encode,
    enum: z.enum,
    exactOptional: z.exactOptional,
    extend: z.extend,
    gte: z.gte,
    int: z.int,
    iso: { date: z.iso.date, datetime: z.iso.datetime },
    lazy: z.lazy,
    length: z.length,
    literal: z.literal,
    looseObject: z.looseObject,
    lte: z.lte,
    maxLength: z.maxLength,
    minLength: z.minLength,
    nonnegative: z.nonnegative,
    nullable: z.nullable,
    nullish: z.nullish,
    number: z.number,
    object: z.object,
    optional: z.optional,
    partial: z.partial,
    pipe: z.pipe,
    positive: z.positive,
    record: z.record,
    regex: z.regex,
    strictObject: z.strictObject,
    string: z.string,
    transform: z.transform,
    union: z.union,
    unknown: z.unknown,
    url: z.url,
  },
}

declare global {
  /** Set by the worker before any later script is loaded. */
  var preludeLibraries: typeof sharedLibraries | undefined
}
