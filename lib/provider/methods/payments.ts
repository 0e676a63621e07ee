import * as z from 'zod/mini'
import { Failure } from '@/lib/base/failure'
import { hashSchema } from '@/lib/base/hex-schemas'
import { requesterOf } from '@/lib/decisions/sites/site-frame'
import { isMuted } from '@/lib/decisions/sites/sites'
import { invalidParams, muted } from '@/lib/provider/errors'
import { parseParameters } from '@/lib/provider/parameters'
import { type MethodTable, type MethodTools, result } from '@/lib/provider/types'

const longest = 64_000
/** Two headers and a body, as JSON text. */
const longestTerms = 256_000
const payParameters = z.lazy(() =>
  z.tuple([
    z.object({
      url: z.string().check(z.maxLength(8_000)),
      method: z.string().check(z.regex(/^[A-Z]{3,7}$/)),
      bodyDigest: z.nullable(hashSchema),
      /** `null` if CORS hides them from the page. */
      terms: z.nullable(z.string().check(z.maxLength(longestTerms))),
      /** True if CORS hides the whole answer from the page. */
      isHidden: z.nullish(z.boolean()),
      /** True if the request carried a payment that the page made itself. */
      isPaid: z.nullish(z.boolean()),
      /** Id of a payment whose payload is to be sent again. */
      again: z.nullish(z.string().check(z.maxLength(64))),
    }),
  ]),
)
const answeredParameters = z.lazy(() =>
  z.tuple([
    z.object({
      id: z.string().check(z.maxLength(64)),
      /** 0 where no answer came: the page gave the request up, or the connection broke. */
      status: z.int().check(z.gte(0), z.lte(999)),
      settlement: z.nullable(z.string().check(z.maxLength(longest))),
      /** The terms of a further 402 answer, to the paid request. */
      terms: z.nullish(z.string().check(z.maxLength(longestTerms))),
    }),
  ]),
)

/**
 * Methods of the wallet's own script that repeats a page's requests for HTTP 402. Any page may call them, and can do no
 * more with them than that script.
 */
export function paymentMethods({ assertMayAsk, awaitDecision, clock, http402 }: MethodTools): MethodTable {
  return {
    /**
     * Returns the payment's id once the rule that adds the payment header is set: then the page repeats its request.
     */
    prelude_payHttp402: {
      access: 'anyone',
      effect: true,
      turn: 'payment',
      async run(call, parameters) {
        const [request] = parseParameters(call.method, payParameters, parameters)
        // A muted site is refused before a limit of the person's could pay without asking.
        if (isMuted(call.record, clock.now())) throw muted()
        const requester = requesterOf(call.frame)
        const asked = await http402
          .requested(
            {
              ...request,
              url: request.url.split('#', 1)[0] ?? '',
              again: request.again ?? null,
              isHidden: request.isHidden === true,
              isPaid: request.isPaid === true,
              isAttended: call.isAttended,
            },
            requester,
            call.key,
            () => assertMayAsk(call, 'payment'),
          )
          .catch((cause: unknown) => {
            throw cause instanceof Failure ? invalidParams(`${call.method}: ${cause.code}`) : cause
          })
        return 'paymentId' in asked ? result(asked.paymentId) : awaitDecision(call, asked.approvalId)
      },
    },
    prelude_http402Answered: {
      access: 'anyone',
      effect: true,
      turn: 'answer',
      async run(call, parameters) {
        const [{ id, status, settlement, terms }] = parseParameters(call.method, answeredParameters, parameters)
        await http402.repeated(id, call.frame.origin, { status, settlement, terms: terms ?? null })
        return result(null)
      },
    },
  }
}
