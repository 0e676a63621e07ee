import { HashMD } from '@noble/hashes/_md'
import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import { keccak_256 } from '@noble/hashes/sha3'
import { abytes, bytesToHex, concatBytes, Hash, hexToBytes, toBytes, utf8ToBytes } from '@noble/hashes/utils'
import * as z from 'zod/mini'
import { signingScript } from './signing-script'

/**
 * The parts of libraries that the worker lends its later scripts, so that not each brings a copy of its own
 * (`wxt.config.ts`), by the file in which a package has them. What else of such a file a later script needs, it brings
 * itself.
 */
const workerLibraries = {
  '@noble/hashes/esm/_md.js': { HashMD },
  '@noble/hashes/esm/hmac.js': { hmac },
  '@noble/hashes/esm/sha2.js': { sha256 },
  '@noble/hashes/esm/sha3.js': { keccak_256 },
  '@noble/hashes/esm/utils.js': { Hash, abytes, bytesToHex, concatBytes, hexToBytes, toBytes, utf8ToBytes },
  'zod/mini/index.js': {
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

/** Lent by the signing script, which is loaded for them. Only their names are read where a build is configured. */
const signingLibraries = {
  '@noble/curves/esm/abstract/modular.js': {
    get mod() {
      return signingScript.load().libraries.mod
    },
  },
  '@noble/curves/esm/secp256k1.js': {
    get secp256k1() {
      return signingScript.load().libraries.secp256k1
    },
  },
  'viem/_esm/utils/abi/encodeAbiParameters.js': {
    get encodeAbiParameters() {
      return signingScript.load().libraries.encodeAbiParameters
    },
  },
  'viem/_esm/utils/transaction/serializeTransaction.js': {
    get serializeTransaction() {
      return signingScript.load().libraries.serializeTransaction
    },
  },
}

export const sharedLibraries = { ...workerLibraries, ...signingLibraries }

/** The wallet's own modules that the worker lends whole: its first script has all of them (`shared-modules.ts`). */
export const ownModules = [
  'lib/activity/arrivals/incoming.ts',
  'lib/base/failure.ts',
  'lib/base/rpc/errors.ts',
  'lib/base/rpc/schemas.ts',
  'lib/chain/rpc/door.ts',
  'lib/storage/records.ts',
] as const

/** @returns by file, the names that are lent to a later script. The signing script lends to the others. */
export function namesLentTo(script: string): ReadonlyMap<string, string[]> {
  const lent: Record<string, object> = script === 'signing' ? workerLibraries : sharedLibraries
  return new Map(Object.entries(lent).map(([file, parts]) => [file, Object.keys(parts)]))
}

declare global {
  /** Set by the worker before any later script is loaded. */
  var preludeLibraries: object | undefined
}
