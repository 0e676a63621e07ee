import type { Address, Hash, Hex } from 'viem'
import type { NetworkId } from '@/lib/base/network-id'
import type { isTestNetwork } from '@/lib/base/test-chains'
import type { Networks } from '@/lib/chain/networks/networks'
import type { Approval } from '@/lib/decisions/approvals/types'
import type { Sites } from '@/lib/decisions/sites/sites'
import type { Account } from '@/lib/keys/shared/account'
import type { Signer } from '@/lib/keys/shared/signing'
import type { ApprovalRequest, Requester } from '@/lib/language/requests'
import type { readTypedData } from '@/lib/reading/typed-data/typed-data'

/** The parts that carry out an approved decision. */
export interface CarryingOut {
  approvals: { byRequestKey(key: string): Promise<readonly Approval[]> }
  /** Asks for one more decision. */
  add(input: DecisionInput & { requestKey: string | null }): Promise<Approval>
  sites: Pick<Sites, 'get' | 'connect' | 'setChain'>
  networks: Pick<Networks, 'get' | 'add' | 'probe' | 'ofChain'>
  tokens: {
    /** @throws Failure `invalid-input` when it is no token, RpcError when the chain could not be asked */
    add(networkId: NetworkId, token: Address, source: 'person' | 'site'): Promise<unknown>
  }
  items: {
    /** @throws Failure `invalid-input` where there is no such item, RpcError where the chain cannot be asked */
    add(networkId: NetworkId, item: { address: Address; id: bigint }, owner: Address): Promise<unknown>
  }
  transactions: {
    /** Sends the transaction of an approved approval. @throws Failure when the endpoint refused it for good */
    execute(approvalId: string): Promise<Hash>
    /** The same for its calls. @throws Failure when not even the first was sent */
    executeCalls(approvalId: string): Promise<Hash[]>
  }
  signer: Pick<Signer, 'signMessage' | 'signTypedData'>
  /** Signs and sends the payment of an approved HTTP 402 request; resolves with the payment's id. */
  http402: { pay(approval: Approval): Promise<unknown> }
  /** Stores what a signature allows, before the signature leaves the wallet. */
  ledger: { record(signed: SignedTypedData): Promise<unknown> }
  /** All accounts of the wallet, also while it is locked. */
  accounts(): Promise<readonly Pick<Account, 'address' | 'hidden'>[]>
  /** In the script that is loaded with the first decision. */
  isTestNetwork: typeof isTestNetwork
  /** In the same script. */
  readTypedData: typeof readTypedData
}

/** A question to the person, without what is shown beside it. */
export interface DecisionInput {
  requester: Requester
  /** `null` where no account is concerned. */
  account: Address | null
  networkId: NetworkId
  request: ApprovalRequest
}

/** A signature over typed data that has not left the wallet yet. */
export interface SignedTypedData {
  /** The id of the approval, or of the payment where no window was opened for it. */
  id: string
  networkId: NetworkId
  /** The chain id of the domain. */
  chainId: number
  account: Address
  /** JSON text of the signed typed data. */
  typedData: string
  signature: Hex
  /** Origin of the site that it is for; `null` if the wallet itself asked. */
  origin: string | null
  paymentId: null
}

/** The result of carrying out an approval: a value, or one more decision that will give the value. */
export type Fulfilment = { kind: 'value'; value: unknown } | { kind: 'next'; approvalId: string; networkId: NetworkId }
