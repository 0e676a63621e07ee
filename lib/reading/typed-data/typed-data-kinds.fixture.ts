import { readTypedData, type TypedDataField } from './typed-data'

export const someToken = '0x7070000000000000000000000000000000000007'

/** Types from their text: `A(uint8 b,B c)B(bool d)`. */
export function typesOf(text: string): { types: Record<string, TypedDataField[]>; primaryType: string } {
  const types = [...text.matchAll(/([\w:]+)\(([^)]*)\)/g)].map(
    ([, name = '', fields = '']): [string, TypedDataField[]] => [
      name,
      fields.split(',').map(field => {
        const [type = '', fieldName = ''] = field.split(' ')
        return { type, name: fieldName }
      }),
    ],
  )
  return { types: Object.fromEntries(types), primaryType: types[0]?.[0] ?? '' }
}

/** Some value of each type, so that the shape can be read. */
function someValue(type: string, types: Record<string, TypedDataField[]>): unknown {
  if (type.endsWith('[2]')) return [0, 1].map(() => someValue(type.slice(0, -3), types))
  if (type.endsWith('[]')) return [someValue(type.slice(0, -2), types)]
  const fields = types[type]
  if (fields !== undefined) return Object.fromEntries(fields.map(field => [field.name, someValue(field.type, types)]))
  if (type === 'address') return someToken
  if (type === 'bool') return true
  if (type === 'string') return 'x'
  if (type.startsWith('bytes')) return `0x${'00'.repeat(Number(type.slice(5)) || 0)}`
  return '5'
}

export function typedDataOf(text: string, message: Record<string, unknown> = {}, domain: Record<string, unknown> = {}) {
  const { types, primaryType } = typesOf(text)
  const fields = types[primaryType] ?? []
  const values = Object.fromEntries(fields.map(field => [field.name, someValue(field.type, types)]))
  return readTypedData({
    types,
    primaryType,
    domain: { name: 'X', version: '1', chainId: 1, verifyingContract: someToken, ...domain },
    message: { ...values, ...message },
  })
}

/** Type hashes as the contracts and standards print them. */
export const kinds = [
  [
    'EIP-3009 transfer',
    'transfer-authorization',
    '0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267',
    'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
  ],
  [
    'EIP-3009 receive',
    'receive-authorization',
    '0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8',
    'ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
  ],
  [
    'EIP-3009 cancel',
    'cancel-authorization',
    '0x158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429',
    'CancelAuthorization(address authorizer,bytes32 nonce)',
  ],
  [
    'EIP-2612',
    'permit',
    '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9',
    'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
  ],
  [
    'DAI-style permit',
    'permit-all',
    '0xea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb',
    'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
  ],
  [
    'Permit2 single',
    'permit2-allowance',
    '0xf3841cd1ff0085026a6327b620b67997ce40f282c88a8e905a7a5626e310f3d0',
    'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)',
  ],
  [
    'Permit2 batch',
    'permit2-allowance',
    '0xaf1b0d30d2cab0380e68f0689007e3254993c596f2fdd0aaa7f4d04f79440863',
    'PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)',
  ],
  [
    'Permit2 transfer (auth-capture permit2)',
    'permit2-transfer',
    '0x939c21a48a8dbe3a9a2404a1d46691e4d39f6583d6ec6b35714604c986d80106',
    'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)',
  ],
  [
    'Permit2 batch transfer',
    'permit2-transfer',
    '0xfcf35f5ac6a2c28868dc44c302166470266239195f02b0ee408334829333b766',
    'PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)',
  ],
  [
    'x402 exact permit2',
    'permit2-x402-exact',
    '0xebc156cd23678a74c94df13d772ef5478420637f0c94bd10d509e1dc98f521c7',
    'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,uint256 validAfter)',
  ],
  [
    'x402 upto',
    'permit2-x402-upto',
    '0x51dff6974ad4388c499e7fcfe838d2bd767162553a144098ce20ea661d70c2ee',
    'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,address facilitator,uint256 validAfter)',
  ],
  [
    'x402 batch deposit permit2',
    'permit2-x402-deposit',
    '0x436a25c01a21a6ed025816c4c9ea3d6132aa879dd7ef16f6188dd3b0aebccc52',
    'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,DepositWitness witness)DepositWitness(bytes32 channelId)TokenPermissions(address token,uint256 amount)',
  ],
  [
    'x402 batch channel id',
    'x402-channel',
    '0x1c9a06ceab9b0ebbd3301dc56c9111bb6d9af421356dc9ccb3b7084c755db308',
    'ChannelConfig(address payer,address payerAuthorizer,address receiver,address receiverAuthorizer,address token,uint40 withdrawDelay,bytes32 salt)',
  ],
  [
    'x402 batch voucher',
    'x402-voucher',
    '0x1e1bd6ff84c3e0d9029a292b212e039c0ca97ec497c55191a4a5874294609a69',
    'Voucher(bytes32 channelId,uint128 maxClaimableAmount)',
  ],
  [
    'x402 batch refund (receiver side)',
    'x402-refund',
    '0xbe23ad087435072cd69b49cc5b92de10ee610fce7ae0ab428307972d764bb216',
    'Refund(bytes32 channelId,uint256 nonce,uint128 amount)',
  ],
  [
    'x402 batch claim (receiver side)',
    'x402-claim',
    '0x42bd57c010b870c2e96203c66341f28a6a19b4d56a74533a8eb5f706b9fd6d57',
    'ClaimBatch(ClaimEntry[] claims)ClaimEntry(bytes32 channelId,uint128 maxClaimableAmount,uint128 totalClaimed)',
  ],
  [
    'commerce PaymentInfo (hash only)',
    'escrow-payment',
    '0xae68ac7ce30c86ece8196b61a7c486d8f0061f575037fbd34e7fe4e2820c6591',
    'PaymentInfo(address operator,address payer,address receiver,address token,uint120 maxAmount,uint48 preApprovalExpiry,uint48 authorizationExpiry,uint48 refundExpiry,uint16 minFeeBps,uint16 maxFeeBps,address feeReceiver,uint256 salt)',
  ],
  [
    'spend permission',
    'spend-permission',
    '0xc9fa0f0252014cf89ab0539e3bb3adcb76f93e6bb6494e8cc61c14e2761ee2e4',
    'SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)',
  ],
  [
    'spend permission batch',
    'spend-permission',
    '0xe528cd8f39a864282e62a136876fbff89cfa2ebb001852b9f771aa0bc9ffc3ee',
    'SpendPermissionBatch(address account,uint48 period,uint48 start,uint48 end,PermissionDetails[] permissions)PermissionDetails(address spender,address token,uint160 allowance,uint256 salt,bytes extraData)',
  ],
  [
    'MetaMask delegation (ERC-7710)',
    'delegation',
    '0x88c1d2ecf185adf710588203a5f263f0ff61be0d33da39792cde19ba9aa4331e',
    'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)',
  ],
  [
    'x402 signed offer',
    'x402-offer',
    '0x85143d3249b5e62ed5edd3d59a352d4e1181c775ff4f762f9c8a617f6bf1e97d',
    'Offer(uint256 version,string resourceUrl,string scheme,string network,string asset,string payTo,string amount,uint256 validUntil)',
  ],
  [
    'x402 signed receipt',
    'x402-receipt',
    '0x616944bc4bb51b3d5fcbba8c559f76d57a93ac1e0d6659f1abbe95f92300c06f',
    'Receipt(uint256 version,string network,string resourceUrl,string payer,uint256 issuedAt,string transaction)',
  ],
  [
    'Seaport order',
    'order',
    '0xfa445660b7e21515a59617fcd68910b487aa5808b8abda3d78bc85df364b2c2f',
    'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)',
  ],
  [
    'Seaport bulk order',
    'bulk-order',
    '0x3ca2711d29384747a8f61d60aad3c450405f7aaff5613541dee28df2d6986d32',
    'BulkOrder(OrderComponents[2] tree)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)',
  ],
  [
    'Seaport bulk order of height 2',
    'bulk-order',
    '0xbf8e29b89f29ed9b529c154a63038ffca562f8d7cd1e2545dda53a1b582dde30',
    'BulkOrder(OrderComponents[2][2] tree)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)',
  ],
  [
    'CoW order',
    'order',
    '0xd5a25ba2e97094ad7d83dc28a6572da797d6b3e7fc6663bd93efb789fc17e489',
    'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
  ],
  [
    '0x limit order',
    'order',
    '0xce918627cb55462ddbb85e73de69a8b322f2bc88f4507c52fcad6d4c33c29d49',
    'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)',
  ],
  [
    '0x RFQ order',
    'order',
    '0xe593d3fdfa8b60e5e17a1b2204662ecbe15c23f2084b9ad5bae40359540a7da9',
    'RfqOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt)',
  ],
  [
    '0x OTC order',
    'order',
    '0x2f754524de756ae72459efbe1ec88c19a745639821de528ac3fb88f9e65e35c8',
    'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,address maker,address taker,address txOrigin,uint256 expiryAndNonce)',
  ],
  [
    '0x ERC-721 order',
    'order',
    '0x2de32b2b090da7d8ab83ca4c85ba2eb6957bc7f6c50cb4ae1995e87560d808ed',
    'ERC721Order(uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc721Token,uint256 erc721TokenId,Property[] erc721TokenProperties)Fee(address recipient,uint256 amount,bytes feeData)Property(address propertyValidator,bytes propertyData)',
  ],
  [
    'ERC-4494 permit',
    'item-permit',
    '0x49ecf333e5b8c95c40fdafc95c1ad136e8914a8fb55e9dc8bb01eaa83a2df9ad',
    'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
  ],
  [
    'Uniswap v4 permit for all',
    'operator-permit',
    '0x6673cb397ee2a50b6b8401653d3638b4ac8b3db9c28aa6870ffceb7574ec2f76',
    'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
  ],
  [
    'Aave credit delegation',
    'credit-delegation',
    '0x323db0410fecc107e39e2af5908671f4c8d106123b35a51501bb805c5fa36aa0',
    'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
  ],
  [
    'Morpho authorization',
    'manager-authorization',
    '0x81d0284fb0e2cde18d0553b06189d6f7613c96a01bb5b5e7828eade6a0dcac91',
    'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)',
  ],
  [
    'votes delegation',
    'votes-delegation',
    '0xe48329057bfd03d55e49b547132e39cffd9c1820ad7b9d4c5307691425d15adf',
    'Delegation(address delegatee,uint256 nonce,uint256 expiry)',
  ],
  [
    'native meta-transaction',
    'meta-transaction',
    '0x23d10def3caacba2e4042e0c75d44a42d2558aabcf5ce951d0642a8032e1e653',
    'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
  ],
  [
    'OpenZeppelin 4 forward request',
    'meta-transaction',
    '0xdd8f4b70b0f4393e889bd39128a30628a78b61816a9eb8199759e7a349657e48',
    'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data)',
  ],
  [
    'OpenZeppelin 5 forward request',
    'meta-transaction',
    '0x7f96328b83274ebc7c1cf4f7a3abda602b51a78b7fa1d86a2ce353d75e587cac',
    'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)',
  ],
  [
    'Safe transaction',
    'safe-transaction',
    '0xbb8310d486368db6bd6f849402fdd73ad53d316b5a4b2644ad6efe0f941286d8',
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
  ],
  [
    'user operation',
    'user-operation',
    '0x29a0bca4af4be3421398da00295e58e6d7de38cb492214754cb6a47507dd6f8e',
    'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)',
  ],
] as const
