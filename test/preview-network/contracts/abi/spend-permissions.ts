import { parseAbi } from 'viem'

const spendPermission =
  'struct SpendPermission { address account; address spender; address token; uint160 allowance; uint48 period; uint48 start; uint48 end; uint256 salt; bytes extraData; }'

export const spendPermissionManagerAbi = parseAbi([
  spendPermission,
  'struct PermissionDetails { address spender; address token; uint160 allowance; uint256 salt; bytes extraData; }',
  'struct SpendPermissionBatch { address account; uint48 period; uint48 start; uint48 end; PermissionDetails[] permissions; }',
  'struct PeriodSpend { uint48 start; uint48 end; uint160 spend; }',
  'event SpendPermissionApproved(bytes32 indexed hash, SpendPermission spendPermission)',
  'event SpendPermissionRevoked(bytes32 indexed hash, SpendPermission spendPermission)',
  'event SpendPermissionUsed(bytes32 indexed hash, address indexed account, address indexed spender, address token, PeriodSpend periodSpend)',
  'error InvalidSender(address sender, address expected)',
  'error InvalidSignature()',
  'error EmptySpendPermissionBatch()',
  'error ZeroToken()',
  'error ZeroSpender()',
  'error ZeroAllowance()',
  'error ZeroPeriod()',
  'error ZeroValue()',
  'error InvalidStartEnd(uint48 start, uint48 end)',
  'error UnauthorizedSpendPermission()',
  'error BeforeSpendPermissionStart(uint48 currentTimestamp, uint48 start)',
  'error AfterSpendPermissionEnd(uint48 currentTimestamp, uint48 end)',
  'error SpendValueOverflow(uint256 value)',
  'error ExceededSpendPermission(uint256 value, uint256 allowance)',
  'error UnexpectedReceiveAmount(uint256 received, uint256 expected)',
  'function SPEND_PERMISSION_TYPEHASH() view returns (bytes32)',
  'function SPEND_PERMISSION_BATCH_TYPEHASH() view returns (bytes32)',
  'function approve(SpendPermission spendPermission) returns (bool)',
  'function approveWithSignature(SpendPermission spendPermission, bytes signature) returns (bool)',
  'function approveBatchWithSignature(SpendPermissionBatch batch, bytes signature) returns (bool allApproved)',
  'function revoke(SpendPermission spendPermission)',
  'function revokeAsSpender(SpendPermission spendPermission)',
  'function spend(SpendPermission spendPermission, uint160 value)',
  'function isApproved(SpendPermission spendPermission) view returns (bool)',
  'function isRevoked(SpendPermission spendPermission) view returns (bool)',
  'function isValid(SpendPermission spendPermission) view returns (bool)',
  'function getCurrentPeriod(SpendPermission spendPermission) view returns (PeriodSpend)',
  'function getLastUpdatedPeriod(SpendPermission spendPermission) view returns (PeriodSpend)',
  'function getHash(SpendPermission permission) view returns (bytes32)',
  'function getBatchHash(SpendPermissionBatch batch) view returns (bytes32)',
])

/** The code an account delegates to (EIP-7702) before it can give spend permissions. */
export const smartAccountAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'event AddOwner(address indexed owner)',
  'event RemoveOwner(address indexed owner)',
  'error Unauthorized()',
  'function isOwnerAddress(address account) view returns (bool)',
  'function addOwnerAddress(address owner)',
  'function removeOwnerAddress(address owner)',
  'function execute(address target, uint256 value, bytes data) payable',
  'function executeBatch(Call[] calls) payable',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
