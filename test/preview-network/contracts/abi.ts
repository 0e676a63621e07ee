import { type Abi, multicall3Abi } from 'viem'
import { batchAccountAbi } from './abi/batch-account.ts'
import { gasPriceOracleAbi, l1BlockAbi, policyRegistryAbi } from './abi/chain.ts'
import { checkoutAbi, payoutsAbi } from './abi/checkout.ts'
import { delegationManagerAbi } from './abi/delegations.ts'
import { escrowAbi, preApprovalPaymentCollectorAbi, tokenCollectorAbi } from './abi/escrow.ts'
import { permit2Abi } from './abi/permit2.ts'
import { smartAccountAbi, spendPermissionManagerAbi } from './abi/spend-permissions.ts'
import { testDollarAbi } from './abi/test-dollar.ts'
import {
  depositCollectorAbi,
  x402BatchSettlementAbi,
  x402ExactPermit2ProxyAbi,
  x402UptoPermit2ProxyAbi,
} from './abi/x402.ts'

/** By the key under which the contract stands in what `deployContracts` returns. */
export const contractAbis: Record<string, Abi> = {
  testDollar: testDollarAbi,
  checkout: checkoutAbi,
  payouts: payoutsAbi,
  smartAccount: smartAccountAbi,
  l1Block: l1BlockAbi,
  gasPriceOracle: gasPriceOracleAbi,
  policyRegistry: policyRegistryAbi,
  permit2: permit2Abi,
  multicall3: multicall3Abi,
  batchAccount: batchAccountAbi,
  spendPermissionManager: spendPermissionManagerAbi,
  delegationManager: delegationManagerAbi,
  escrow: escrowAbi,
  erc3009PaymentCollector: tokenCollectorAbi,
  permit2PaymentCollector: tokenCollectorAbi,
  preApprovalPaymentCollector: [...preApprovalPaymentCollectorAbi, ...tokenCollectorAbi],
  spendPermissionPaymentCollector: tokenCollectorAbi,
  operatorRefundCollector: tokenCollectorAbi,
  x402ExactPermit2Proxy: x402ExactPermit2ProxyAbi,
  x402UptoPermit2Proxy: x402UptoPermit2ProxyAbi,
  x402BatchSettlement: x402BatchSettlementAbi,
  erc3009DepositCollector: depositCollectorAbi,
  permit2DepositCollector: depositCollectorAbi,
}
