import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { createServer } from 'vite'
import { expect, test } from 'vitest'
// The wallet's own module stands for `zod/mini`.
import * as zod from 'zod/v4/mini'
import * as own from './schemas'

/** Makes a schema of either kind. */
type Plan = (z: typeof zod) => zod.ZodMiniType

/** What the wallet reads of an answer: the value, or what its first issue is and where. */
function answerOf(read: () => unknown): unknown {
  try {
    return { read: read() }
  } catch (error) {
    const [issue] = (error as { issues?: Record<string, unknown>[] }).issues ?? []
    if (issue === undefined) return { thrown: true }
    const { code, path = [], expected, keys, minimum, maximum } = issue
    const isLength = code === 'too_big' || code === 'too_small'
    // Words of the library itself are in the language that another test may have set.
    const message = /^(Invalid|Too|Unrecognized) /.test(String(issue.message)) ? null : issue.message
    return { code, message, path, expected, keys, minimum, maximum, origin: isLength ? issue.origin : null }
  }
}

const parsed = (schema: unknown, value: unknown) => answerOf(() => (schema as zod.ZodMiniType).parse(value))

const texts = ['', 'a', 'b', 'ab', ' a', 'x', '12', '-1', '💥', '💥💥', '0x', '0x1', '0x12', '__proto__', 'constructor']
const places = [
  ' https://a.example/b\n',
  'http:a',
  'ws://127.0.0.1:8545',
  '2024-02-29',
  '2023-02-29',
  '2026-11-28T10:00:00Z',
]
const times = ['2026-11-28T10:00:00.5+01:00', '2026-11-28T10:00Z', '2026-11-28']
const bytes = [
  `0x${'aB'.repeat(20)}`,
  `0x${'12'.repeat(32)}`,
  `0x${'12'.repeat(65)}`,
  '0x1234567',
  '115792089237316195423570985008',
]
const leaf = fc.constantFrom<unknown>(
  ...texts,
  ...places,
  ...times,
  ...bytes,
  ...[0, -0, 1, 2, 18, -1, 1.5, 2 ** 53, -(2 ** 60), Number.NaN, Number.POSITIVE_INFINITY, 5n, 0n, -1n, 1n << 256n],
  ...[null, undefined, true, false, new Date(0), new Map(), Symbol.iterator, Object.create(null)],
)
const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: leaf },
  fc.array(leaf, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'kind', '__proto__'), leaf, { noNullPrototype: true }),
)

/** Values that a schema of zod takes, more often than not. */
function valuesFor(schema: unknown, depth = 0): fc.Arbitrary<unknown> {
  const { def } = schema as { def: Record<string, unknown> }
  const inner = (of: unknown) => valuesFor(of, depth + 1)
  const fitting = (): fc.Arbitrary<unknown> => {
    if (depth > 8) return junk
    switch (def.type) {
      case 'string':
        return fc.constantFrom(...texts, ...places, ...times, ...bytes)
      case 'number':
        return fc.constantFrom(0, 1, 2, 18, 1.5, -1, 31_337, 2 ** 53)
      case 'bigint':
        return fc.constantFrom(0n, 5n, -1n)
      case 'boolean':
        return fc.boolean()
      case 'literal':
        return fc.constantFrom(...(def.values as unknown[]))
      case 'enum':
        return fc.constantFrom(...Object.values(def.entries as object))
      case 'lazy':
        return inner((def.getter as () => unknown)())
      case 'pipe':
        return inner(def.in)
      case 'optional':
      case 'nullable':
      case 'default':
      case 'catch':
        return fc.oneof({ weight: 5, arbitrary: inner(def.innerType) }, fc.constantFrom(null, undefined))
      case 'array':
        return fc.array(inner(def.element), { maxLength: 4 })
      case 'tuple': {
        const items = fc.tuple(...(def.items as unknown[]).map(inner))
        const rest = fc.array(def.rest === null ? junk : inner(def.rest), { maxLength: 1 })
        const cut = fc.integer({ min: 0, max: 12 })
        return fc
          .tuple(items, rest, cut)
          .map(([all, more, left]) => [...all, ...more].slice(0, left > 6 ? undefined : left))
      }
      case 'object': {
        const members = Object.entries(def.shape as object).map(([key, member]) => [key, inner(member)] as const)
        const others = fc.dictionary(fc.constantFrom('a', 'other', '__proto__'), leaf, {
          noNullPrototype: true,
          maxKeys: 1,
        })
        const left = fc.oneof(
          { weight: 3, arbitrary: fc.constant([]) },
          fc.subarray(
            members.map(([key]) => key),
            { maxLength: Math.min(2, members.length) },
          ),
        )
        return fc.tuple(fc.record(Object.fromEntries(members)), others, left).map(([all, more, gone]) => ({
          ...Object.fromEntries(Object.entries(all).filter(([key]) => !(gone as string[]).includes(key))),
          ...more,
        }))
      }
      case 'record':
        return fc.dictionary(fc.constantFrom(...texts), inner(def.valueType), { maxKeys: 3, noNullPrototype: true })
      case 'union':
        return fc.oneof(...(def.options as unknown[]).map(inner))
      default:
        return leaf
    }
  }
  return fc.oneof({ weight: 14, arbitrary: fitting() }, junk)
}

const once: fc.Arbitrary<Plan> = fc.constantFrom<Plan[]>(
  z => z.string(),
  z => z.number(),
  z => z.bigint(),
  z => z.boolean(),
  z => z.null(),
  z => z.unknown(),
  z => z.int(),
  z => z.url(),
  z => z.iso.date(),
  z => z.iso.datetime(),
  z => z.iso.datetime({ offset: true }),
  z => z.literal('a', 'must be a'),
  z => z.literal(['a', 1]),
  z => z.enum(['a', 'b'], 'must be a or b'),
  z => z.enum(['a', 'x']),
  z => z.custom(value => value === undefined || value === 'x', 'must be nothing, or x'),
  z => z.custom(value => typeof value === 'string'),
  z => z.string().check(z.minLength(1), z.maxLength(2)),
  z => z.string().check(z.length(2)),
  z =>
    z.string().check(
      z.regex(/^a/),
      z.refine(text => text.length > 1, 'must be longer'),
    ),
  z => z.number().check(z.gte(1), z.lte(18)),
  z => z.int().check(z.nonnegative()),
  z => z.number().check(z.positive()),
  z => z.bigint().check(z.gte(1n)),
  z =>
    z.codec(z.string().check(z.regex(/^-?\d+$/)), z.bigint(), {
      decode: text => BigInt(text),
      encode: value => `${value}`,
    }),
) as fc.Arbitrary<Plan>

const keys = fc.constantFrom('a', 'b', 'c', 'kind')
const { plan: anyPlan } = fc.letrec<{ plan: Plan; members: Record<string, Plan> }>(tie => {
  const inner = tie('plan')
  const shapeOf = (z: typeof zod, members: Record<string, Plan>) =>
    Object.fromEntries(Object.entries(members).map(([key, member]) => [key, member(z)]))
  const wraps = fc.constantFrom<((of: Plan) => Plan)[]>(
    of => z => z.optional(of(z)),
    of => z => z.exactOptional(of(z)),
    of => z => z.nullable(of(z)),
    of => z => z.nullish(of(z)),
    of => z => z._default(of(z), null),
    of => z => z.catch(of(z), 'caught'),
    of => z => z.lazy(() => of(z)),
    of => z => z.array(of(z)),
    of => z => z.array(of(z)).check(z.minLength(1), z.maxLength(2)),
    of => z =>
      z.array(of(z)).check(
        z.refine(list => list.length !== 1),
        z.length(2),
      ),
    of => z => z.record(z.string().check(z.regex(/^[ab_]/)), of(z)),
    of => z => z.looseObject({ a: of(z) }),
    of => z => of(z).check(z.refine(value => value !== 'x', 'must not be x')),
    of => z =>
      z.pipe(
        of(z),
        z.transform(value => [value]),
      ),
    of => z =>
      z.pipe(
        z.transform(value => (value === '' ? undefined : value)),
        of(z),
      ),
    of => z =>
      z.pipe(
        of(z),
        z.transform((input, context) => {
          if (input === 'a') context.issues.push({ code: 'custom', message: 'must not be a', input, path: ['here'] })
          return input
        }),
      ),
  ) as fc.Arbitrary<(of: Plan) => Plan>
  return {
    members: fc.dictionary(keys, inner, { maxKeys: 3, noNullPrototype: true }),
    plan: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      once,
      fc.tuple(wraps, inner).map(([wrap, of]) => wrap(of)),
      fc.tuple(tie('members'), fc.constantFrom('object', 'strictObject', 'looseObject')).map(
        ([members, kind]): Plan =>
          z =>
            z[kind as 'object'](shapeOf(z, members)),
      ),
      fc.tuple(tie('members'), tie('members')).map(
        ([members, more]): Plan =>
          z =>
            z.extend(z.partial(z.strictObject(shapeOf(z, members))), shapeOf(z, more)),
      ),
      fc.tuple(tie('members'), inner).map(
        ([members, rest]): Plan =>
          z =>
            z.catchall(z.object(shapeOf(z, members)), rest(z)),
      ),
      fc.tuple(fc.array(inner, { maxLength: 3 }), fc.option(inner)).map(
        ([items, rest]): Plan =>
          z => {
            const made = items.map(item => item(z)) as unknown as [zod.ZodMiniType]
            return rest === null ? z.tuple(made) : z.tuple(made, rest(z))
          },
      ),
      fc.array(inner, { minLength: 2, maxLength: 3 }).map(
        (options): Plan =>
          z =>
            z.union(
              options.map(option => option(z)),
              'must be one of them',
            ),
      ),
      fc.tuple(tie('members'), tie('members')).map(
        ([first, second]): Plan =>
          z =>
            z.discriminatedUnion('kind', [
              z.object({ ...shapeOf(z, first), kind: z.enum(['a', 'b']) }),
              z.lazy(() => z.strictObject({ ...shapeOf(z, second), kind: z.nullable(z.literal('x')) })) as never,
            ]),
      ),
    ),
  }
})

/** The same cases each time, unless more are asked for. */
const runs = (count: number) =>
  process.env.READER_CASES === undefined ? { numRuns: count, seed: 34 } : { numRuns: Number(process.env.READER_CASES) }

test('generated schemas answer as those of zod', () => {
  const cases = anyPlan.chain(plan =>
    fc.tuple(fc.constant(plan), fc.array(valuesFor(plan(zod)), { minLength: 1, maxLength: 6 })),
  )
  fc.assert(
    fc.property(cases, ([plan, values]) => {
      const [ours, theirs] = [plan(own as never), plan(zod)]
      for (const value of values) {
        expect(parsed(ours, value)).toStrictEqual(parsed(theirs, value))
        const { success } = ours.safeParse(value)
        expect(success).toBe(theirs.safeParse(value).success)
      }
    }),
    runs(400),
  )
}, 600_000)

/** All schemas among a module's exports, and the inputs of procedures. */
const schemasIn = (module: object, { object }: typeof zod): [string, zod.ZodMiniType][] =>
  Object.entries(module).flatMap(([name, value]): [string, zod.ZodMiniType][] => {
    if (typeof value?.safeParse === 'function') return [[name, value]]
    if (!name.endsWith('rocedures')) return []
    return Object.keys(value).map(procedure => [procedure, object(value[procedure].input?.() ?? {})])
  })

const modules = {
  'lib/storage/records.ts': () => import('@/lib/storage/records'),
  'lib/storage/payment-records.ts': () => import('@/lib/storage/payment-records'),
  'lib/base/rpc/schemas.ts': () => import('@/lib/base/rpc/schemas'),
  'lib/base/effect-views.ts': () => import('@/lib/base/effect-views'),
  'lib/provider/parameters.ts': () => import('@/lib/provider/parameters'),
  'lib/language/procedures.ts': () => import('@/lib/language/procedures'),
  'lib/payments/http402/terms.ts': () => import('@/lib/payments/http402/terms'),
  'lib/reading/descriptors/schema.ts': () => import('@/lib/reading/descriptors/schema'),
}

test("the wallet's schemas answer as if zod had made them", async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const server = await createServer({
    ...{ root, configFile: false, logLevel: 'silent', optimizeDeps: { noDiscovery: true } },
    server: { middlewareMode: true, ws: false, watch: null },
    resolve: { alias: { '@/': root } },
  })
  try {
    let compared = 0
    for (const [path, load] of Object.entries(modules)) {
      const theirs = new Map(schemasIn(await server.ssrLoadModule(`/${path}`), zod))
      for (const [name, schema] of schemasIn(await load(), own as never)) {
        const original = theirs.get(name)
        if (original === undefined) continue
        compared++
        fc.assert(
          fc.property(valuesFor(original), value => {
            const answer = parsed(original, value)
            expect(parsed(schema, value), `${path} ${name}`).toStrictEqual(answer)
            if (name !== 'effectSchema' || !Object.hasOwn(answer as object, 'read')) return
            const effect = zod.decode(original, value)
            expect(own.encode(schema as never, effect)).toStrictEqual(zod.encode(original, effect))
          }),
          runs(40),
        )
      }
    }
    expect(compared).toBeGreaterThan(150)
  } finally {
    await server.close()
  }
}, 600_000)
