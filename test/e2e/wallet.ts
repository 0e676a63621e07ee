// The suites do with the wallet what the fixtures for dapp developers do.
export * from '../wallet-fixtures/screens.ts'
