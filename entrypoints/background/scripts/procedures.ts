/** Calls of our own pages: the check of a call, and the code that carries it out. */
export * from '@/entrypoints/background/procedures/index'
export * from '@/lib/language/worker/ui-edge'
