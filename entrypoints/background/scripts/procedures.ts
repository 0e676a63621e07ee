/** What our pages ask the worker to do: the check of a call, and what carries it out. */
export * from '@/entrypoints/background/procedures/index'
export * from '@/lib/language/worker/ui-edge'
