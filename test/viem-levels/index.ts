export * from './chains.ts'
export type * from './provider.ts'
export { type WalletTransport, walletTransport } from './wallet-transport.ts'
export {
  type LevelChange,
  type WatchTransactionLevelsParameters,
  watchTransactionLevels,
} from './watch-transaction-levels.ts'
