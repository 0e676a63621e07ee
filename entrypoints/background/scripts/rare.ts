/**
 * What is done now and then: changes of keys and accounts, backups, upgrades and repairs of the database, questions
 * whether an account can send several calls at once.
 */
export * from '@/lib/activity/backup-records'
export * from '@/lib/activity/sending/batch-support'
export * from '@/lib/keys/accounts/accounts'
export * from '@/lib/keys/accounts/keystore-accounts'
export * from '@/lib/keys/accounts/secret-accounts'
export * from '@/lib/keys/backups/backups'
export * from '@/lib/keys/repairs'
export * from '@/lib/keys/vault/passkeys'
export * from '@/lib/storage/migrations/steps'
