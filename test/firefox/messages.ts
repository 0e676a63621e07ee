import * as z from 'zod'

/** WebDriver BiDi, as far as the proxy and the tests read it. @see https://w3c.github.io/webdriver-bidi/ */

/** In the profile: where the proxy takes commands of tests. */
export const controlFile = 'bidi-control.json'

/** A command; without an id where it comes from a test. */
export const commandSchema = z.looseObject({
  id: z.number().optional(),
  method: z.string(),
  params: z.looseObject({}),
})

/** An answer has an id, an event a method. */
export const eventSchema = z.looseObject({ id: z.number().nullish(), method: z.string().optional() })

export const answerSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('success'), result: z.looseObject({}) }),
  z.looseObject({ type: z.literal('error'), error: z.string(), message: z.string() }),
])

const contextSchema = z.looseObject({ context: z.string(), parent: z.string().nullish(), url: z.string() })

export const createdSchema = z.looseObject({ params: contextSchema })
export const committedSchema = z.looseObject({
  params: z.looseObject({ context: z.string(), navigation: z.string().nullish(), url: z.string() }),
})
export const treeSchema = z.looseObject({ contexts: z.array(contextSchema) })
export const evaluationSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('success'), result: z.looseObject({ value: z.unknown() }) }),
  z.looseObject({ type: z.literal('exception'), exceptionDetails: z.looseObject({ text: z.string() }) }),
])
export const realmSchema = z.looseObject({ realms: z.array(z.looseObject({ sandbox: z.string().optional() })) })
export const installedSchema = z.looseObject({ extension: z.string() })
