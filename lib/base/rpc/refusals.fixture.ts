import type { RpcErrorKind } from './types'

/** What a client says of a submission that it does not take, as its own source has it, with figures in the gaps. */
export interface Wording {
  client: string
  source: string
  /** `null`: the code of this answer is not told. */
  code: number | null
  words: string
  meaning: RpcErrorKind
}

type Rows = readonly (readonly [RpcErrorKind, number | null, string])[]

function of(client: string, source: string, rows: Rows): Wording[] {
  return rows.map(([meaning, code, words]) => ({ client, source, code, words, meaning }))
}

const github = 'https://github.com'
const geth = `${github}/ethereum/go-ethereum/blob/0dfc43ad9bbd4d8c22e88681cc32f455ceb973f3`
const mega = `${github}/megaeth-labs/documentation/blob/14498b68104fde8d802795d2940c86ffd030b851`
/** One table of many clients' words, kept by people who send on their chains. */
const chainlink = `${github}/smartcontractkit/chainlink-evm/blob/0569f34c09423b0c3843270a7b11916ce6fd0ece/pkg/client/errors.go`

export const wordingsOfClients: readonly Wording[] = [
  ...of('geth', `${geth}/core/error.go`, [
    ['nonce-too-low', -32000, 'nonce too low: address 0xfeEfEEfeefEeFeefEEFEEfEeFeefEEFeeFEEFEEF, tx: 3 state: 5'],
    ['nonce-too-high', -32000, 'nonce too high: address 0x00000000000000000000000000000000000000AA, tx: 9 state: 5'],
    ['invalid-transaction', -32000, 'nonce has max value'],
    ['gas-limit', -32000, 'gas limit reached'],
    ['insufficient-funds', -32000, 'insufficient funds for transfer'],
    ['insufficient-funds', -32000, 'insufficient funds for gas * price + value: balance 1, tx cost 2, overshot 1'],
    ['invalid-transaction', -32000, 'max initcode size exceeded: code size 60000 limit 49152'],
    ['gas-limit', -32000, 'gas uint64 overflow'],
    ['gas-limit', -32000, 'intrinsic gas too low: gas 100, minimum needed 21000'],
    ['invalid-transaction', -32000, 'transaction type not supported'],
    ['invalid-transaction', -32000, 'max priority fee per gas higher than max fee per gas'],
    ['invalid-transaction', -32000, 'max fee per gas higher than 2^256-1'],
    ['underpriced', -32000, 'max fee per gas less than block base fee: address 0x00, maxFeePerGas: 1, baseFee: 2'],
    ['invalid-transaction', -32000, 'sender not an eoa: address 0x00000000000000000000000000000000000000AA'],
  ]),
  ...of('geth', `${geth}/core/txpool/errors.go`, [
    ['already-known', -32000, 'already known'],
    ['invalid-transaction', -32000, 'invalid sender'],
    ['underpriced', -32000, 'transaction underpriced: gas tip cap 1, minimum needed 2'],
    ['replacement-underpriced', -32000, 'replacement transaction underpriced: new tx gas fee cap 1 <= 2 queued'],
    ['pool-full', -32000, 'account limit exceeded: pooled 64 txs'],
    ['gas-limit', -32000, 'exceeds block gas limit'],
    ['invalid-transaction', -32000, 'negative value'],
    ['invalid-transaction', -32000, 'oversized data: transaction size 200000, limit 131072'],
    ['nonce-too-high', -32000, 'future transaction tries to replace pending'],
    ['not-now', -32000, 'authority already reserved'],
    ['invalid-transaction', -32000, 'authority nonce too low'],
    ['invalid-transaction', -32000, 'address already reserved'],
  ]),
  ...of('geth', `${geth}/internal/ethapi/api.go`, [
    ['invalid-transaction', -32000, 'only replay-protected (EIP-155) transactions allowed over RPC'],
  ]),
  ...of('geth', `${github}/ethereum/go-ethereum/pull/35739`, [
    ['not-now', -32000, 'in-flight transaction limit reached for delegated accounts'],
    ['not-now', -32000, 'gapped-nonce tx from delegated accounts'],
  ]),
  ...of('Base', `${github}/base/base/issues/2347`, [
    ['not-now', -32000, 'in-flight transaction limit reached for delegated accounts'],
  ]),
  ...of(
    'reth',
    `${github}/paradigmxyz/reth/blob/026c71a5dae0a16bcb093bd419ee9e31bee4c5f7/crates/transaction-pool/src/error.rs`,
    [
      ['already-known', -32000, 'already imported'],
      ['replacement-underpriced', -32000, 'insufficient gas price to replace existing transaction'],
      ['underpriced', -32000, 'transaction feeCap 1 below chain minimum'],
      ['pool-full', -32000, 'rejected due to 0x00000000000000000000000000000000000000AA being identified as a spammer'],
      ['pool-full', -32000, 'transaction discarded outright due to pool size constraints'],
      [
        'not-now',
        -32000,
        'transaction type 2 conflicts with existing transaction for 0x00000000000000000000000000000000000000AA',
      ],
      ['invalid-transaction', -32000, 'no items in authorization list for EIP7702 transaction'],
      ['gas-limit', -32000, "transaction's gas limit 40000000 exceeds block's gas limit 30000000"],
      ['invalid-transaction', -32000, "transaction's size 60000 exceeds max_init_code_size 49152"],
      ['invalid-transaction', -32000, 'input data too large'],
      ['insufficient-funds', -32000, 'transaction overdraws from account'],
    ],
  ),
  ...of(
    'erigon',
    `${github}/erigontech/erigon/blob/05916db28a59395b3ff58c9a8290733e7e502da9/txnprovider/txpool/txpoolcfg/txpoolcfg.go`,
    [
      ['underpriced', -32000, 'underpriced'],
      ['underpriced', -32000, 'fee too low'],
      ['pool-full', -32000, 'spammer'],
      ['pool-full', -32000, 'pending sub-pool is full'],
      ['pool-full', -32000, 'baseFee sub-pool is full'],
      ['gas-limit', -32000, 'GasUintOverflow'],
      ['gas-limit', -32000, 'IntrinsicGas'],
      ['invalid-transaction', -32000, 'RLPTooLong'],
      ['insufficient-funds', -32000, 'insufficient funds'],
      ['replacement-underpriced', -32000, 'could not replace existing tx'],
      ['already-known', -32000, 'existing txn with same hash'],
      ['invalid-transaction', -32000, 'initcode too large'],
      ['invalid-transaction', -32000, 'fork supporting this transaction type is not activated yet'],
      ['invalid-transaction', -32000, 'EIP-7702 transactions with an empty authorization list are invalid'],
      ['gas-limit', -32000, 'gas limit is too high'],
      ['not-now', -32000, 'EIP-7702 transaction with authority already reserved'],
    ],
  ),
  ...of('Nethermind 1.14', `${github}/NethermindEth/nethermind/issues/4829`, [
    [
      'insufficient-funds',
      -32010,
      'InsufficientFunds, Account balance: 3020000000000000000, cumulative cost: 5809177184380485770',
    ],
  ]),
  ...of('Nethermind', `${github}/NethermindEth/nethermind/issues/12153`, [
    ['already-known', -32000, 'AlreadyKnown'],
    ['underpriced', -32000, 'FeeTooLow'],
    ['underpriced', -32000, 'FeeTooLowToCompete'],
    ['replacement-underpriced', -32000, 'ReplacementNotAllowed'],
    ['insufficient-funds', -32000, 'InsufficientFunds, Account balance: 1, cumulative cost: 2'],
  ]),
  ...of('Nethermind', chainlink, [
    ['nonce-too-low', -32010, 'OldNonce, Current nonce: 22, nonce of rejected tx: 17'],
    ['nonce-too-high', -32010, 'NonceGap, Future nonce. Expected nonce: 10'],
    [
      'underpriced',
      -32010,
      'FeeTooLow, MaxFeePerGas too low. MaxFeePerGas: 50, BaseFee: 100, MaxPriorityFeePerGas:50, Block number: 5',
    ],
    ['underpriced', -32010, 'FeeTooLow, EffectivePriorityFeePerGas too low 10 < 20, BaseFee: 30'],
    [
      'underpriced',
      -32010,
      'FeeTooLow, FeePerGas needs to be higher than 100 to be added to the TxPool. Affordable FeePerGas of rejected tx: 50.',
    ],
    ['replacement-underpriced', -32010, 'OwnNonceAlreadyUsed'],
    ['insufficient-funds', -32010, 'InsufficientFunds, Balance is 1 less than sending value + gas 2'],
    ['gas-limit', -32010, 'GasLimitExceeded, Gas limit: 100, gas limit of rejected tx: 150'],
    ['invalid-transaction', -32010, 'SenderIsContract'],
    ['invalid-transaction', -32010, 'FailedToResolveSender'],
    ['invalid-transaction', -32010, 'Int256Overflow'],
    ['invalid-transaction', -32010, 'Invalid, transaction Hash is null'],
  ]),
  ...of(
    'Nethermind 1.36',
    `${github}/NethermindEth/nethermind/blob/030cbd1bc4aed56a81464d97c73337e6e358e3dc/src/Nethermind/Nethermind.TxPool/AcceptTxResult.cs`,
    [
      ['invalid-transaction', -32000, 'failed to recover sender'],
      ['invalid-transaction', -32000, 'transaction cost overflow'],
      ['nonce-too-high', -32000, 'nonce too far in future'],
      ['not-now', -32000, 'pending transaction type conflict'],
      ['invalid-transaction', -32000, 'unsupported transaction type'],
      ['invalid-transaction', -32000, 'transaction too large'],
      ['not-now', -32000, 'delegation nonce gap'],
      ['not-now', -32000, 'delegation authority has pending transaction'],
      ['unavailable', -32000, 'node is syncing'],
    ],
  ),
  ...of(
    'Besu',
    `${github}/hyperledger/besu/blob/06af6b57ee818a3051a3654198c9c79d89ccdd92/ethereum/api/src/main/java/org/hyperledger/besu/ethereum/api/jsonrpc/internal/response/RpcErrorType.java`,
    [
      ['nonce-too-low', -32001, 'Nonce too low'],
      ['invalid-transaction', -32002, 'Invalid signature'],
      ['invalid-transaction', -32602, 'Invalid transaction type'],
      ['gas-limit', -32003, 'Intrinsic gas exceeds gas limit'],
      ['insufficient-funds', -32004, 'Upfront cost exceeds account balance'],
      ['gas-limit', -32005, 'Transaction gas limit exceeds block gas limit'],
      ['nonce-too-high', -32006, 'Nonce too high'],
      ['invalid-transaction', -32007, 'Sender account not authorized to send transactions'],
      ['unavailable', -32008, 'Initial sync is still in progress'],
      ['underpriced', -32009, 'Gas price below configured minimum gas price'],
      ['underpriced', -32009, 'Gas price below current base fee'],
      ['invalid-transaction', -32000, 'Wrong chainId'],
      ['invalid-transaction', -32000, 'Transaction fee cap exceeded'],
      ['invalid-transaction', -32000, 'Max priority fee per gas exceeds max fee per gas'],
      ['nonce-too-high', -32000, 'Transaction nonce is too distant from current sender nonce'],
      ['nonce-too-high', -32000, 'An invalid transaction with a lower nonce exists'],
      ['invalid-transaction', -32000, 'Plugin has marked the transaction as invalid'],
      ['already-known', -32000, 'Known transaction'],
      ['replacement-underpriced', -32000, 'Replacement transaction underpriced'],
      [
        'unavailable',
        -32002,
        'Transaction pool not enabled. (Either txpool explicitly disabled, or node not yet in sync).',
      ],
    ],
  ),
  ...of(
    'Anvil',
    `${github}/foundry-rs/foundry/blob/02ad6dec76ae99381b8d555e9a38b256a6847317/crates/anvil/src/eth/error.rs`,
    [
      ['invalid-transaction', -32602, 'Failed to decode signed transaction'],
      ['invalid-transaction', -32602, 'Transaction data is empty'],
      ['invalid-transaction', -32602, 'Invalid input: `max_priority_fee_per_gas` greater than `max_fee_per_gas`'],
      ['invalid-transaction', -32602, 'Unknown transaction type not supported'],
      ['replacement-underpriced', -32003, 'Tx: [0xbeef] insufficient gas price to replace existing transaction'],
      ['already-known', -32003, 'Tx: [0xbeef] already Imported'],
      ['gas-limit', -32003, 'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit'],
      ['invalid-transaction', -32003, 'Incompatible EIP-155 transaction, signed for another chain'],
      ['gas-limit', -32003, 'Transaction gas limit is greater than the block gas limit, gas_limit: 2, cap: 1'],
      ['invalid-transaction', -32003, 'EIP-7702 authorization lists are not supported before the Prague hardfork'],
    ],
  ),
  ...of('Hardhat (EDR)', `${github}/NomicFoundation/edr/blob/main/crates/edr_provider/src/error.rs`, [
    [
      'insufficient-funds',
      -32000,
      "Sender doesn't have enough funds to send tx. The max upfront cost is: 2 and the sender's balance is: 1.",
    ],
    [
      'underpriced',
      -32000,
      'Transaction maxFeePerGas (1) is too low for the next block, which has a baseFeePerGas of 2',
    ],
    ['underpriced', -32000, 'Transaction gasPrice (1) is too low for the next block, which has a baseFeePerGas of 2'],
    ['underpriced', -32000, 'Transaction gas price is 1, which is below the minimum of 2'],
    ['gas-limit', -32000, 'Transaction gas limit is 30000000 and exceeds transaction gas cap of 16777216'],
    ['gas-limit', -32000, 'Transaction gas limit is 61000000 and exceeds block gas limit of 60000000'],
    ['gas-limit', -32000, 'Transaction requires at least 21000 gas but got 20000'],
    ['nonce-too-low', -32000, 'Nonce too low. Expected nonce to be at least 2 but got 1.'],
    [
      'nonce-too-high',
      -32000,
      "Nonce too high. Expected nonce to be 0 but got 3. Note that transactions can't be queued when automining.",
    ],
    ['invalid-transaction', -32000, 'Invalid EIP-7702 transaction: authorization list is empty.'],
  ]),
  ...of('Ganache', `${github}/trufflesuite/ganache/blob/develop/src/chains/ethereum/utils/src/errors/errors.ts`, [
    ['replacement-underpriced', -32000, 'transaction replaced by better transaction'],
    ['nonce-too-low', -32000, "the tx doesn't have the correct nonce. account has nonce of: 4 tx has nonce of: 1"],
    [
      'insufficient-funds',
      -32000,
      "sender doesn't have enough funds to send tx. The upfront cost is: 2 and the sender's account only has: 1",
    ],
    ['gas-limit', -32000, 'base fee exceeds gas limit'],
    ['invalid-transaction', -32000, 'Could not decode transaction: invalid RLP: remainder must be zero'],
    ['reverted', -32000, 'VM Exception while processing transaction: revert nonce too low'],
  ]),
  ...of(
    'OpenEthereum',
    `${github}/openethereum/openethereum/blob/3ac4577c9f97c12aae843588f50f17cd06dea436/crates/rpc/src/v1/helpers/errors.rs`,
    [
      ['already-known', -32010, 'Transaction with the same hash was already imported.'],
      ['nonce-too-low', -32010, 'Transaction nonce is too low. Try incrementing the nonce.'],
      [
        'replacement-underpriced',
        -32010,
        'Transaction gas price 1wei is too low. There is another transaction with same nonce in the queue with gas price: 2wei. Try increasing the gas price or incrementing the nonce.',
      ],
      [
        'pool-full',
        -32010,
        'There are too many transactions in the queue. Your transaction was dropped due to limit. Try increasing the fee.',
      ],
      [
        'gas-limit',
        -32010,
        'Transaction gas is too low. There is not enough gas to cover minimal cost of the transaction (minimal: 21000, got: 1). Try increasing supplied gas.',
      ],
      [
        'underpriced',
        -32010,
        "Transaction gas price is too low. It does not satisfy your node's minimal gas price (minimal: 2, got: 1). Try increasing the gas price.",
      ],
      [
        'underpriced',
        -32010,
        'Transaction max gas price is lower then the required base fee (gas_price: 1, base_fee: 2). Try increasing the max gas price.',
      ],
      [
        'insufficient-funds',
        -32010,
        'Insufficient funds. The account you tried to send transaction from does not have enough funds. Required 2 and got: 1.',
      ],
      [
        'gas-limit',
        -32010,
        'Transaction cost exceeds current gas limit. Limit: 1, got: 2. Try decreasing supplied gas.',
      ],
      ['invalid-transaction', -32010, 'Invalid chain id.'],
      ['gas-limit', -32010, 'Supplied gas is beyond limit.'],
      ['invalid-transaction', -32010, 'Sender is banned in local queue.'],
      ['invalid-transaction', -32010, 'Transaction is not permitted.'],
      ['invalid-transaction', -32010, 'Transaction is too big, see chain specification for the limit.'],
      ['invalid-transaction', -32602, 'Invalid RLP.'],
    ],
  ),
  ...of('Gnosis', chainlink, [['already-known', -32000, 'alreadyknown']]),
  ...of('Optimism', chainlink, [['invalid-transaction', -32000, 'oversized data: transaction size 1234, limit: 1024']]),
  ...of('Arbitrum', chainlink, [
    ['nonce-too-low', -32000, 'invalid transaction nonce'],
    ['underpriced', -32000, 'gas price too low'],
    ['insufficient-funds', -32000, 'not enough funds for gas'],
    ['underpriced', -32000, 'max fee per gas less than block base fee: address 0x1234, maxFeePerGas: 1, baseFee: 2'],
    ['pool-full', -32000, 'queue full'],
    ['pool-full', -32000, 'sequencer pending tx pool full, please try again'],
    ['invalid-transaction', -32000, 'invalid message format'],
    ['invalid-transaction', -32000, 'forbidden sender address'],
    ['reverted', -32000, 'execution reverted: error code'],
    ['unavailable', null, '502 Bad Gateway: network is unreachable'],
    ['unavailable', null, '408 Request Timeout'],
  ]),
  ...of('Bor', chainlink, [
    ['underpriced', -32000, 'transaction gas price below minimum: gas tip cap 1, minimum needed 2'],
  ]),
  ...of('Celo', chainlink, [
    ['invalid-transaction', -32000, 'tx fee (1.1 of currency celo) exceeds the configured cap (1.00 celo)'],
    ['underpriced', -32000, 'gasprice is less than gas price minimum floor'],
    ['insufficient-funds', -32000, 'insufficient funds for gas * price + value + gatewayFee'],
    ['pool-full', -32000, 'txpool is full'],
  ]),
  ...of('Metis', chainlink, [
    ['underpriced', -32000, 'gas price too low: 18000000000 wei, use at least tx.gasPrice = 19500000000 wei'],
  ]),
  ...of('Moonriver', chainlink, [
    ['nonce-too-low', -32603, 'submit transaction to pool failed: Pool(Stale)'],
    ['already-known', -32603, 'submit transaction to pool failed: Pool(AlreadyImported)'],
  ]),
  ...of(
    'Moonbeam (Frontier)',
    `${github}/polkadot-evm/frontier/blob/0e00f54f4553e42307ec9d9e29930301ca8ca789/client/rpc/src/eth/format.rs`,
    [
      ['underpriced', -32603, 'gas price less than block base fee'],
      ['invalid-transaction', -32603, 'authorization list cannot be empty'],
      ['pool-full', -32603, 'submit transaction to pool failed: ImmediatelyDropped'],
    ],
  ),
  ...of('Avalanche', chainlink, [
    [
      'nonce-too-low',
      -32000,
      'nonce too low: address 0x0499BEA33347cb62D79A9C0b1EDA01d8d329894c current nonce (5833) > tx nonce (5511)',
    ],
  ]),
  ...of('Kaia', chainlink, [
    ['replacement-underpriced', -32000, 'there is another tx which has the same nonce in the tx pool'],
    ['underpriced', -32000, 'invalid gas fee cap'],
    ['already-known', -32000, 'known transaction: 0x7f657507'],
  ]),
  ...of('Harmony', chainlink, [
    ['already-known', -32000, 'transaction already finalized'],
    ['invalid-transaction', -32000, '`from` address of transaction in blacklist'],
    ['invalid-transaction', -32000, 'invalid shard'],
  ]),
  ...of('zkSync', chainlink, [
    ['nonce-too-low', 3, 'nonce too low. allowed nonce range: 427 - 447, actual: 426'],
    ['nonce-too-high', 3, 'nonce too high. allowed nonce range: 427 - 477, actual: 527'],
    [
      'underpriced',
      3,
      'failed to validate the transaction. reason: Validation revert: max fee per gas less than block base fee',
    ],
    [
      'underpriced',
      3,
      'virtual machine entered unexpected state. please contact developers and provide transaction details that caused this error. Error description: The operator included transaction with an unacceptable gas price',
    ],
    ['gas-limit', 3, 'Not enough gas for transaction validation'],
    ['invalid-transaction', 3, "invalid sender. can't start a transaction from a non-account"],
    ['invalid-transaction', 3, 'max priority fee per gas higher than 2^64-1'],
    ['invalid-transaction', 3, 'oversized data. max: 1000000; actual: 1000001'],
    ['already-known', 3, 'known transaction. transaction with hash 0x9a is already in the system'],
  ]),
  ...of('zkSync', `${github}/matter-labs/zksync-era/blob/main/core/node/api_server/src/tx_sender/result.rs`, [
    ['not-now', 3, 'insertion of another transaction with the same nonce is in progress'],
    ['insufficient-funds', 3, 'insufficient funds for gas + value. balance: 1, fee: 2, value: 3'],
    ['insufficient-funds', 3, 'not enough balance to cover the fee. error message: none'],
    ['unavailable', 3, 'server shutting down'],
  ]),
  ...of('Mantle', chainlink, [['nonce-too-low', -32000, "failed to forward tx to sequencer: 'nonce too low'"]]),
  ...of('Hedera', chainlink, [
    ['underpriced', -32009, "Gas price '1' is below configured minimum gas price '2'"],
    ['insufficient-funds', -32000, 'Insufficient funds for transfer'],
    ['gas-limit', -32003, "Transaction gas limit provided '100' is insufficient of intrinsic gas required '21000'"],
    ['invalid-transaction', -32201, 'Oversized data: transaction size 200000, transaction limit 131072'],
  ]),
  ...of('Sei', chainlink, [
    ['already-known', -32000, 'tx already exists in cache'],
    ['underpriced', -32000, 'insufficient fee'],
    ['invalid-transaction', -32000, 'Tx too large. Max size is 2048576, but got 2048577'],
  ]),
  ...of('Monad', `${github}/category-labs/monad-bft/blob/master/monad-eth-txpool-types/src/lib.rs`, [
    ['nonce-too-low', -32603, 'Transaction nonce too low'],
    ['underpriced', -32603, 'Transaction fee too low'],
    ['insufficient-funds', -32603, 'Signer had insufficient balance'],
    ['pool-full', -32603, 'Transaction pool is full'],
    ['pool-full', -32603, 'Transaction pool is not ready'],
    ['pool-full', -32603, 'overloaded, try again later'],
    ['replacement-underpriced', -32603, 'An existing transaction had higher priority'],
    ['replacement-underpriced', -32603, 'A newer transaction had higher priority'],
    ['invalid-transaction', -32603, 'Invalid chain ID'],
    ['invalid-transaction', -32603, 'Max priority fee too high'],
    ['invalid-transaction', -32603, 'Init code size limit exceeded'],
    ['invalid-transaction', -32603, 'Encoded length limit exceeded'],
    ['gas-limit', -32603, 'Gas limit too low'],
    ['gas-limit', -32603, 'Exceeds transaction gas limit'],
    ['invalid-transaction', -32603, 'Transaction signature is invalid'],
    ['invalid-transaction', -32603, 'EIP7702 authorization list empty'],
  ]),
  ...of('MegaETH', `${mega}/developer-docs/api/eth_sendRawTransaction.md`, [
    ['already-known', -32000, 'already known'],
  ]),
  ...of('MegaETH', `${mega}/docs-legacy/realtime-api.md`, [['sync-timeout', -32000, 'realtime transaction expired']]),
  ...of('rskj', `${github}/rsksmart/rskj/blob/master/rskj-core/src/main/java/co/rsk/core/bc/TransactionPoolImpl.java`, [
    ['replacement-underpriced', -32010, 'gas price not enough to bump transaction'],
    ['already-known', -32010, 'queued transaction with same hash already exists'],
    ['pool-full', -32010, 'account exceeds quota'],
    ['insufficient-funds', -32010, 'insufficient funds to pay for pending and new transactions'],
    ['underpriced', -32010, "transaction's gas price lower than block's minimum"],
    ['gas-limit', -32010, "transaction's basic cost is above the gas limit"],
    ['invalid-transaction', -32010, "transaction's size is higher than defined maximum"],
    ['nonce-too-high', -32010, 'transaction nonce too high'],
  ]),
  ...of('Conflux', `${github}/conflux-fans/web3-providers-http-proxy/blob/main/docs/eth-errors.md`, [
    ['pool-full', -32076, 'Failed imported to deferred pool: Transaction Pool is full'],
    [
      'insufficient-funds',
      -32602,
      'Transaction 0xf3 is discarded due to out of balance, needs 9 but account balance is 1',
    ],
    ['nonce-too-low', -32076, 'Transaction 0x84 is discarded due to a too stale nonce'],
  ]),
  ...of('proxyd', `${github}/ethereum-optimism/infra/blob/main/proxyd/backend.go`, [
    ['unavailable', -32010, 'backend offline'],
    ['unavailable', -32011, 'no backend is currently healthy to serve traffic'],
    ['unavailable', -32011, 'no backends available for method'],
    ['unavailable', -32013, 'backend returned an invalid response'],
    ['rate-limited', -32012, 'backend is over capacity'],
    ['unavailable', -32015, 'gateway timeout'],
    ['rate-limited', -32016, 'over rate limit'],
    ['rate-limited', -32017, 'sender is over rate limit'],
    ['unavailable', -32018, 'backend is currently not healthy to serve traffic'],
    ['unavailable', -32023, 'context canceled'],
    ['method-unavailable', -32601, 'rpc method is not whitelisted'],
  ]),
  ...of(
    'ethers and web3 words, passed on by gateways',
    `${github}/ethers-io/ethers.js/blob/main/src.ts/providers/provider-jsonrpc.ts`,
    [
      ['nonce-too-low', null, 'nonce has already been used'],
      ['replacement-underpriced', null, 'replacement fee too low'],
    ],
  ),
]
