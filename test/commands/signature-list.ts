/**
 * The functions, events and errors of contracts that the wallet knows by their hash, by the name the wallet uses for
 * them.
 * `node test/commands/signatures.ts` writes `lib/base/signatures/` from this list. Argument names are for the reader:
 * they do not enter the hash.
 */

/** Contract or standard → name in the wallet → signature. */
type Signatures = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The structs that the signatures name. */
export const structs = [
  'struct TokenSpender { address token; address spender; }',
  'struct SpendPermission { address account; address spender; address token; uint160 allowance; uint48 period; uint48 start; uint48 end; uint256 salt; bytes extraData; }',
  'struct PeriodSpend { uint48 start; uint48 end; uint160 spend; }',
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
  'struct PermitBatch { PermitDetails[] details; address spender; uint256 sigDeadline; }',
  'struct Permit2Transfer { address from; address to; uint160 amount; address token; }',
  'struct MulticallCall { address target; bytes callData; }',
  'struct MulticallCall3 { address target; bool allowFailure; bytes callData; }',
  'struct MulticallCall3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
  'struct Execution { address target; uint256 value; bytes callData; }',
  'struct KeyOperation { uint8 changeType; bytes payload; }',
  'struct SignedAccountChanges { uint8 channel; uint64 sequence; KeyOperation[] changes; bytes signature; }',
  'struct InitialActor { bytes32 actorId; address authenticator; uint16 scope; bytes policyData; }',
  'struct ForwardRequest { address from; address to; uint256 value; uint256 gas; uint48 deadline; bytes data; bytes signature; }',
  'struct UserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }',
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'struct SeaportOfferItem { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; }',
  'struct SeaportConsiderationItem { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; address recipient; }',
  'struct SeaportParameters { address offerer; address zone; SeaportOfferItem[] offer; SeaportConsiderationItem[] consideration; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 conduitKey; uint256 totalOriginalConsiderationItems; }',
  'struct SeaportOrder { SeaportParameters parameters; bytes signature; }',
  'struct SeaportComponent { uint256 orderIndex; uint256 itemIndex; }',
  'struct SeaportFulfillment { SeaportComponent[] offerComponents; SeaportComponent[] considerationComponents; }',
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'struct PaymentInfo { address operator; address payer; address receiver; address token; uint120 maxAmount; uint48 preApprovalExpiry; uint48 authorizationExpiry; uint48 refundExpiry; uint16 minFeeBps; uint16 maxFeeBps; address feeReceiver; uint256 salt; }',
]

export const functions: Signatures = {
  'ERC-20': {
    name: 'name()',
    symbol: 'symbol()',
    decimals: 'decimals()',
    totalSupply: 'totalSupply()',
    balanceOf: 'balanceOf(address owner)',
    allowance: 'allowance(address owner, address spender)',
    transfer: 'transfer(address to, uint256 amount)',
    transferFrom: 'transferFrom(address from, address to, uint256 amount)',
    approve: 'approve(address spender, uint256 amount)',
  },
  'ERC-165': { supportsInterface: 'supportsInterface(bytes4 interfaceId)' },
  'ERC-20, as extended by OpenZeppelin and older tokens': {
    increaseAllowance: 'increaseAllowance(address spender, uint256 amount)',
    decreaseAllowance: 'decreaseAllowance(address spender, uint256 amount)',
    increaseApproval: 'increaseApproval(address spender, uint256 amount)',
  },
  'payment tokens with memo, holder policy and pause': {
    transferWithMemo: 'transferWithMemo(address to, uint256 amount, bytes32 memo)',
  },
  'ERC-721': {
    ownerOf: 'ownerOf(uint256 tokenId)',
    getApproved: 'getApproved(uint256 tokenId)',
    isApprovedForAll: 'isApprovedForAll(address owner, address operator)',
    setApprovalForAll: 'setApprovalForAll(address operator, bool approved)',
    safeTransferFrom: 'safeTransferFrom(address from, address to, uint256 tokenId)',
    safeTransferFromWithData: 'safeTransferFrom(address from, address to, uint256 tokenId, bytes data)',
  },
  'ERC-1155': {
    safeTransferItems: 'safeTransferFrom(address from, address to, uint256 tokenId, uint256 count, bytes data)',
    safeBatchTransferFrom:
      'safeBatchTransferFrom(address from, address to, uint256[] tokenIds, uint256[] counts, bytes data)',
  },
  'ERC-6909': {
    balanceOfItem: 'balanceOf(address owner, uint256 id)',
    transferItems: 'transfer(address to, uint256 id, uint256 amount)',
    transferItemsFrom: 'transferFrom(address from, address to, uint256 id, uint256 amount)',
    approveItems: 'approve(address spender, uint256 id, uint256 amount)',
    setOperator: 'setOperator(address spender, bool approved)',
  },
  'ERC-4626': {
    asset: 'asset()',
    vaultDeposit: 'deposit(uint256 assets, address receiver)',
    vaultMint: 'mint(uint256 shares, address receiver)',
    vaultWithdraw: 'withdraw(uint256 assets, address receiver, address owner)',
    vaultRedeem: 'redeem(uint256 shares, address receiver, address owner)',
  },
  'ERC-777': {
    authorizeOperator: 'authorizeOperator(address operator)',
    revokeOperator: 'revokeOperator(address operator)',
  },
  'ERC-173 and OpenZeppelin: who a contract obeys': {
    transferOwnership: 'transferOwnership(address newOwner)',
    renounceOwnership: 'renounceOwnership()',
    grantRole: 'grantRole(bytes32 role, address account)',
    upgradeTo: 'upgradeTo(address implementation)',
    upgradeToAndCall: 'upgradeToAndCall(address implementation, bytes data)',
    changeAdmin: 'changeAdmin(address newAdmin)',
  },
  'ERC-5805': { delegateVotes: 'delegate(address delegatee)' },
  'lending markets: Aave, Comet, Morpho': {
    approveDelegation: 'approveDelegation(address delegatee, uint256 amount)',
    allowManager: 'allow(address manager, bool isAllowed)',
    setAuthorization: 'setAuthorization(address authorized, bool isAuthorized)',
  },
  'EIP-2612': {
    domainSeparator: 'DOMAIN_SEPARATOR()',
    nonces: 'nonces(address owner)',
    version: 'version()',
    permit: 'permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  },
  'the permit of Dai': {
    permitAll:
      'permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
  },
  'EIP-3009': {
    transferWithAuthorization:
      'transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
    authorizationState: 'authorizationState(address authorizer, bytes32 nonce)',
    cancelAuthorization: 'cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  },
  'EIP-1271': { isValidSignature: 'isValidSignature(bytes32 hash, bytes signature)' },
  Permit2: {
    permit2Allowance: 'allowance(address owner, address token, address spender)',
    permit2Approve: 'approve(address token, address spender, uint160 amount, uint48 expiration)',
    permit2Lockdown: 'lockdown(TokenSpender[] approvals)',
    permit2InvalidateNonces: 'invalidateNonces(address token, address spender, uint48 newNonce)',
    permit2InvalidateUnorderedNonces: 'invalidateUnorderedNonces(uint256 wordPosition, uint256 mask)',
    permit2NonceBitmap: 'nonceBitmap(address owner, uint256 wordPosition)',
  },
  'the x402 proxies of Permit2': { token: 'token()' },
  'the x402 batch settlement contract': {
    channels: 'channels(bytes32 channelId)',
    pendingWithdrawals: 'pendingWithdrawals(bytes32 channelId)',
  },
  SpendPermissionManager: { revokePermission: 'revoke(SpendPermission permission)' },
  'DelegationManager (ERC-7710)': {
    disabledDelegations: 'disabledDelegations(bytes32 delegationHash)',
    disableDelegation: 'disableDelegation(Delegation delegation)',
  },
  AuthCaptureEscrow: {
    escrowPaymentState: 'paymentState(bytes32 paymentInfoHash)',
    escrowReclaim: 'reclaim(PaymentInfo paymentInfo)',
  },
  'ERC-1363 and ERC-677: a payment or allowance, and a call of its taker': {
    approveAndCall: 'approveAndCall(address spender, uint256 amount)',
    approveAndCallWithData: 'approveAndCall(address spender, uint256 amount, bytes data)',
    transferAndCall: 'transferAndCall(address to, uint256 amount)',
    transferAndCallWithData: 'transferAndCall(address to, uint256 amount, bytes data)',
    transferFromAndCall: 'transferFromAndCall(address from, address to, uint256 amount)',
    transferFromAndCallWithData: 'transferFromAndCall(address from, address to, uint256 amount, bytes data)',
    sendWithData: 'send(address to, uint256 amount, bytes data)',
  },
  'Permit2, moved and allowed by signature': {
    permit2Permit: 'permit(address owner, PermitSingle permit, bytes signature)',
    permit2PermitBatch: 'permit(address owner, PermitBatch permit, bytes signature)',
    permit2TransferFrom: 'transferFrom(address from, address to, uint160 amount, address token)',
    permit2TransferFromBatch: 'transferFrom(Permit2Transfer[] transfers)',
  },
  'smart accounts: Safe and ERC-7579': {
    addOwnerWithThreshold: 'addOwnerWithThreshold(address owner, uint256 threshold)',
    swapOwner: 'swapOwner(address previousOwner, address oldOwner, address newOwner)',
    enableModule: 'enableModule(address module)',
    setGuard: 'setGuard(address guard)',
    setFallbackHandler: 'setFallbackHandler(address handler)',
    installModule: 'installModule(uint256 moduleType, address module, bytes initData)',
    setOwner: 'setOwner(address newOwner)',
  },
  'calls inside a call, of the contract itself': {
    multicall: 'multicall(bytes[] data)',
    multicallUntil: 'multicall(uint256 deadline, bytes[] data)',
    multicallAfter: 'multicall(bytes32 previousBlockhash, bytes[] data)',
    batchOfBytes: 'batch(bytes[] calls, bool revertOnFail)',
    permitAndCall: 'permitAndCall(bytes permit, bytes action)',
  },
  'calls inside a call, of other contracts': {
    aggregate: 'aggregate(MulticallCall[] calls)',
    tryAggregate: 'tryAggregate(bool requireSuccess, MulticallCall[] calls)',
    blockAndAggregate: 'blockAndAggregate(MulticallCall[] calls)',
    tryBlockAndAggregate: 'tryBlockAndAggregate(bool requireSuccess, MulticallCall[] calls)',
    aggregate3: 'aggregate3(MulticallCall3[] calls)',
    aggregate3Value: 'aggregate3Value(MulticallCall3Value[] calls)',
    execTransaction:
      'execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
    execTransactionFromModule: 'execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
    execTransactionFromModuleReturnData:
      'execTransactionFromModuleReturnData(address to, uint256 value, bytes data, uint8 operation)',
    multiSend: 'multiSend(bytes transactions)',
    applySignedAccountChanges: 'applySignedAccountChanges(address account, SignedAccountChanges signed)',
    importAccount: 'importAccount(address account, uint256 chainId, InitialActor[] initialActors, bytes signature)',
    executeOne: 'execute(address target, uint256 value, bytes data)',
    executeWithOperation: 'execute(address to, uint256 value, bytes data, uint8 operation)',
    executeOfType: 'execute(uint256 operation, address target, uint256 value, bytes data)',
    executeTarget: 'execute(address target, bytes data)',
    executeBatch: 'executeBatch(Execution[] calls)',
    executeBatchOfBytes: 'executeBatch(address[] targets, bytes[] data)',
    executeBatchWithValues: 'executeBatch(address[] targets, uint256[] values, bytes[] data)',
    executeMode: 'execute(bytes32 mode, bytes executionData)',
    executeFromExecutor: 'executeFromExecutor(bytes32 mode, bytes executionData)',
    executeForwarded: 'execute(ForwardRequest request)',
    handleOps: 'handleOps(UserOperation[] ops, address beneficiary)',
    handlePackedOps: 'handleOps(PackedUserOperation[] ops, address beneficiary)',
    executeCommands: 'execute(bytes commands, bytes[] inputs)',
    executeCommandsUntil: 'execute(bytes commands, bytes[] inputs, uint256 deadline)',
  },
  Seaport: {
    seaportValidate: 'validate(SeaportOrder[] orders)',
    seaportMatchOrders: 'matchOrders(SeaportOrder[] orders, SeaportFulfillment[] fulfillments)',
    seaportFulfillOrder: 'fulfillOrder(SeaportOrder order, bytes32 fulfillerConduitKey)',
  },
  'GasPriceOracle of the OP Stack': {
    getL1Fee: 'getL1Fee(bytes transaction)',
    getOperatorFee: 'getOperatorFee(uint256 gasUsed)',
    entryPoint: 'entryPoint()',
  },
}

export const events: Signatures = {
  'ERC-20 and ERC-721': {
    transfer: 'Transfer(address from, address to, uint256 amount)',
    approval: 'Approval(address owner, address spender, uint256 amount)',
  },
  'payment tokens with memo, holder policy and pause': { memo: 'Memo(address caller, bytes32 memo)' },
  WETH9: {
    wrapped: 'Deposit(address to, uint256 amount)',
    unwrapped: 'Withdrawal(address from, uint256 amount)',
  },
  'ERC-721 and ERC-1155': { approvalForAll: 'ApprovalForAll(address owner, address operator, bool approved)' },
  'ERC-1155': {
    transferSingle: 'TransferSingle(address operator, address from, address to, uint256 id, uint256 count)',
    transferBatch: 'TransferBatch(address operator, address from, address to, uint256[] ids, uint256[] counts)',
  },
  'ERC-6909': {
    itemsTransfer: 'Transfer(address caller, address from, address to, uint256 id, uint256 amount)',
    itemsApproval: 'Approval(address owner, address spender, uint256 id, uint256 amount)',
    operatorSet: 'OperatorSet(address owner, address spender, bool approved)',
  },
  'ERC-777': {
    authorizedOperator: 'AuthorizedOperator(address operator, address holder)',
    revokedOperator: 'RevokedOperator(address operator, address holder)',
  },
  'ERC-173 and OpenZeppelin: who a contract obeys': {
    ownershipTransferred: 'OwnershipTransferred(address previousOwner, address newOwner)',
    ownershipTransferStarted: 'OwnershipTransferStarted(address previousOwner, address newOwner)',
    roleGranted: 'RoleGranted(bytes32 role, address account, address sender)',
    roleRevoked: 'RoleRevoked(bytes32 role, address account, address sender)',
    adminChanged: 'AdminChanged(address previousAdmin, address newAdmin)',
    upgraded: 'Upgraded(address implementation)',
  },
  'ERC-5805': { delegateChanged: 'DelegateChanged(address delegator, address fromDelegate, address toDelegate)' },
  'lending markets: Aave and Morpho': {
    borrowAllowanceDelegated:
      'BorrowAllowanceDelegated(address fromUser, address toUser, address asset, uint256 amount)',
    authorizationSet: 'SetAuthorization(address caller, address authorizer, address authorized, bool newIsAuthorized)',
  },
  'EIP-3009': {
    authorizationUsed: 'AuthorizationUsed(address authorizer, bytes32 nonce)',
    authorizationCanceled: 'AuthorizationCanceled(address authorizer, bytes32 nonce)',
  },
  Permit2: {
    permit2Approval: 'Approval(address owner, address token, address spender, uint160 amount, uint48 expiration)',
    permit2Permit:
      'Permit(address owner, address token, address spender, uint160 amount, uint48 expiration, uint48 nonce)',
    permit2Lockdown: 'Lockdown(address owner, address token, address spender)',
    permit2NonceInvalidation:
      'NonceInvalidation(address owner, address token, address spender, uint48 newNonce, uint48 oldNonce)',
    permit2UnorderedNonceInvalidation: 'UnorderedNonceInvalidation(address owner, uint256 word, uint256 mask)',
  },
  SpendPermissionManager: {
    permissionApproved: 'SpendPermissionApproved(bytes32 hash, SpendPermission permission)',
    permissionRevoked: 'SpendPermissionRevoked(bytes32 hash, SpendPermission permission)',
    permissionUsed:
      'SpendPermissionUsed(bytes32 hash, address account, address spender, address token, PeriodSpend periodSpend)',
  },
  'the x402 batch settlement contract': {
    channelClaimed: 'Claimed(bytes32 channelId, address sender, uint128 amount, uint128 newTotalClaimed)',
    channelRefunded: 'Refunded(bytes32 channelId, address sender, uint128 amount)',
    channelWithdrawn: 'WithdrawFinalized(bytes32 channelId, address sender, uint128 amount)',
  },
  'AuthCaptureEscrow 1.1; all but `escrowCaptured` also 1.0': {
    escrowAuthorized:
      'PaymentAuthorized(bytes32 paymentInfoHash, PaymentInfo paymentInfo, uint256 amount, address tokenCollector)',
    escrowCaptured: 'PaymentCaptured(bytes32 paymentInfoHash, uint256 amount, uint256 feeAmount, address feeReceiver)',
    escrowVoided: 'PaymentVoided(bytes32 paymentInfoHash, uint256 amount)',
    escrowReclaimed: 'PaymentReclaimed(bytes32 paymentInfoHash, uint256 amount)',
    escrowRefunded: 'PaymentRefunded(bytes32 paymentInfoHash, uint256 amount, address tokenCollector)',
  },
  'AuthCaptureEscrow 1.0, which names the share of the fee': {
    escrowCapturedEarlier:
      'PaymentCaptured(bytes32 paymentInfoHash, uint256 amount, uint16 feeBps, address feeReceiver)',
  },
  'DelegationManager (ERC-7710)': {
    delegationDisabled:
      'DisabledDelegation(bytes32 delegationHash, address delegator, address delegate, Delegation delegation)',
    delegationRedeemed: 'RedeemedDelegation(address rootDelegator, address redeemer, Delegation delegation)',
  },
}

export const errors: Signatures = {
  Solidity: { SolidityError: 'Error(string reason)', SolidityPanic: 'Panic(uint256 code)' },
  'ERC-6093': {
    ERC20InsufficientBalance: 'ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
    ERC20InvalidSender: 'ERC20InvalidSender(address sender)',
    ERC20InvalidReceiver: 'ERC20InvalidReceiver(address receiver)',
    ERC20InsufficientAllowance: 'ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
    ERC20InvalidApprover: 'ERC20InvalidApprover(address approver)',
    ERC20InvalidSpender: 'ERC20InvalidSpender(address spender)',
    ERC721NonexistentToken: 'ERC721NonexistentToken(uint256 tokenId)',
    ERC721IncorrectOwner: 'ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)',
    ERC721InsufficientApproval: 'ERC721InsufficientApproval(address operator, uint256 tokenId)',
  },
  OpenZeppelin: {
    ERC2612ExpiredSignature: 'ERC2612ExpiredSignature(uint256 deadline)',
    ERC2612InvalidSigner: 'ERC2612InvalidSigner(address signer, address owner)',
    EnforcedPause: 'EnforcedPause()',
    OwnableUnauthorizedAccount: 'OwnableUnauthorizedAccount(address account)',
    ReentrancyGuardReentrantCall: 'ReentrancyGuardReentrantCall()',
  },
  'payment tokens with memo, holder policy and pause': {
    PolicyForbids: 'PolicyForbids(bytes32 scope, uint64 policyId)',
    ContractPaused: 'ContractPaused(uint8 feature)',
    InsufficientBalance: 'InsufficientBalance(address sender, uint256 balance, uint256 needed)',
    InsufficientAllowance: 'InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
    InvalidReceiver: 'InvalidReceiver(address receiver)',
    InvalidSpender: 'InvalidSpender(address spender)',
    ExpiredSignature: 'ExpiredSignature(uint256 deadline)',
    InvalidSigner: 'InvalidSigner(address signer, address owner)',
    FeatureNotActivated: 'FeatureNotActivated(bytes32 feature)',
  },
  'the checkout and payout contracts of the service description': {
    AmountExceedsMaximum: 'AmountExceedsMaximum()',
    NotMerchant: 'NotMerchant()',
    OrderAlreadyCaptured: 'OrderAlreadyCaptured(bytes32 orderId)',
    BatchAlreadyProcessed: 'BatchAlreadyProcessed(bytes32 batchReference)',
    InvalidArrayLengths: 'InvalidArrayLengths()',
    InvalidBasisPoints: 'InvalidBasisPoints()',
    TooManyRecipients: 'TooManyRecipients()',
  },
}
