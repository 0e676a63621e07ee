/** Addresses that published software expects; what stands there on this network is placed, not deployed. */
export const prescribedAddresses = {
  gasPriceOracle: '0x420000000000000000000000000000000000000F',
  policyRegistry: '0x8453000000000000000000000000000000000002',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
} as const

/** The deterministic deployer, which Anvil has from its genesis on: its input is salt ‖ creation code. */
export const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
