export * from '@/lib/activity/sending/relay'
export { createLists } from '@/lib/decisions/lists/lists'
