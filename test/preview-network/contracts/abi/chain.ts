import { parseAbi } from 'viem'

/** Lists of accounts that a token may consult about its holders. */
export const policyRegistryAbi = parseAbi([
  'event PolicyCreated(uint64 indexed policyId, address indexed creator, uint8 policyType)',
  'event BlocklistUpdated(uint64 indexed policyId, address indexed updater, bool blocked, address[] accounts)',
  'event AllowlistUpdated(uint64 indexed policyId, address indexed updater, bool allowed, address[] accounts)',
  'error Unauthorized()',
  'error ZeroAddress()',
  'error PolicyNotFound(uint64 policyId)',
  'error IncompatiblePolicyType()',
  'function createPolicy(address admin, uint8 policyType) returns (uint64 newPolicyId)',
  'function updateBlocklist(uint64 policyId, bool blocked, address[] accounts)',
  'function updateAllowlist(uint64 policyId, bool allowed, address[] accounts)',
  'function policyExists(uint64 policyId) view returns (bool)',
  'function isAuthorized(uint64 policyId, address account) view returns (bool)',
])

/** What publishing to layer 1 costs, in wei. */
export const gasPriceOracleAbi = parseAbi([
  'function l1BaseFee() view returns (uint256)',
  'function blobBaseFee() view returns (uint256)',
  'function baseFeeScalar() view returns (uint32)',
  'function blobBaseFeeScalar() view returns (uint32)',
  'function operatorFeeScalar() view returns (uint32)',
  'function operatorFeeConstant() view returns (uint64)',
  'function getL1Fee(bytes unsignedTransaction) pure returns (uint256)',
  'function getL1FeeUpperBound(uint256 unsignedSize) pure returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) pure returns (uint256)',
])
