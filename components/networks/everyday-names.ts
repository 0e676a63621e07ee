/** Names that people use for a network besides its own, in lower case, by chain id. The search knows them. */
export const everydayNames: Readonly<Record<number, readonly string[]>> = {
  1: ['mainnet', 'eth', 'ethereum mainnet'],
  10: ['optimism', 'op', 'oeth'],
  25: ['cro', 'cronos'],
  30: ['rsk'],
  50: ['xinfin'],
  56: ['bsc', 'bnb', 'bnb chain', 'binance', 'binance smart chain'],
  100: ['xdai', 'gno', 'gnosis chain'],
  130: ['uni'],
  137: ['matic', 'pol', 'polygon pos'],
  146: ['fantom sonic', 'sonic labs'],
  169: ['manta'],
  196: ['okx', 'xlayer', 'okb'],
  204: ['op bnb'],
  250: ['ftm', 'opera'],
  252: ['frax'],
  324: ['zksync', 'zk', 'era'],
  480: ['worldchain', 'wld', 'worldcoin'],
  999: ['hyperliquid', 'hype'],
  1101: ['zkevm'],
  1284: ['glmr'],
  2020: ['axie'],
  4326: ['mega'],
  5000: ['mnt', 'bitdao'],
  8217: ['klaytn', 'klay'],
  8453: ['coinbase', 'base mainnet'],
  34443: ['mode'],
  42161: ['arb', 'arbitrum', 'arb1'],
  42170: ['nova'],
  42220: ['celo mainnet'],
  43114: ['avax', 'c-chain', 'avalanche c-chain'],
  59144: ['linea'],
  534352: ['scr'],
  80094: ['bera'],
  1666600000: ['harmony'],
  11155111: ['eth testnet', 'ethereum testnet'],
}

/**
 * Networks that their operators have switched off: Goerli and what stood on it, Holesky, and test networks that newer
 * ones replaced. The list of viem still has them.
 * @see https://blog.ethereum.org (ends of Goerli and Holesky)
 */
export const closedNetworks: ReadonlySet<number> = new Set([
  ...[5, 420, 599, 1_442, 5_001, 59_140, 80_001, 84_531, 421_613, 3_441_005],
  ...[2_810, 17_000, 44_787, 167_005, 167_007, 167_008],
  ...[424, 3_141, 58_008, 80_084, 80_085],
])
