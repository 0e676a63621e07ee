/** Requests in which a page wants something of the person, bytes that it signed itself, and sends under conditions. */
export * from '@/lib/activity/sending/conditional'
export * from '@/lib/activity/sending/relay'
export * from '@/lib/provider/methods/asking'
