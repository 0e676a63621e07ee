/** Addresses that published software expects; what stands there on this network is placed, not deployed. */
export const prescribedAddresses = {
  l1Block: '0x4200000000000000000000000000000000000015',
  gasPriceOracle: '0x420000000000000000000000000000000000000F',
  policyRegistry: '0x8453000000000000000000000000000000000002',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  // Simple7702Account of ERC-4337 version 0.8: what accounts run to make several calls together.
  batchAccount: '0xe6Cae83BdE06E4c305530e199D7217f42808555B',
  spendPermissionManager: '0xf85210B21cC50302F477BA56686d2019dC9b67Ad',
  delegationManager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
  escrow: '0xf96815976523E00e65Be8f34cA5e64b4f41EB19c',
  erc3009PaymentCollector: '0x8612dfdc421f80336cd14E8EF9cb1E765dB5ab88',
  permit2PaymentCollector: '0xD69831Aed5bfe262067ec4c751f4F830EcdD446e',
  preApprovalPaymentCollector: '0xF1F9C408C787B2bC6CAEB91e5BbEc434a5c8d2Ea',
  spendPermissionPaymentCollector: '0xB508c1C0a13849693DC175307667653C5977a408',
  operatorRefundCollector: '0x7a03443724d14798c4AB4622F1DAAcA761Fea486',
  x402ExactPermit2Proxy: '0x402085c248EeA27D92E8b30b2C58ed07f9E20001',
  x402UptoPermit2Proxy: '0x4020A4f3b7b90ccA423B9fabCc0CE57C6C240002',
  x402BatchSettlement: '0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003',
  erc3009DepositCollector: '0x4020806089470a89826cB9fB1f4059150b550004',
  permit2DepositCollector: '0x4020425FAf3B746C082C2f942b4E5159887B0005',
} as const

/** The deterministic deployer, which Anvil has from its genesis on: its input is salt ‖ creation code. */
export const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
