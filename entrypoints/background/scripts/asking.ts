/** The methods with which a page wants something of the person. */
export * from '@/lib/provider/methods/asking'
