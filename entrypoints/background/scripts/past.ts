export { searchPast } from '@/lib/activity/past/search'
export * from '@/lib/activity/sending/conditional'
