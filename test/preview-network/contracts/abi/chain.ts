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

/** What is known of layer 1. */
export const l1BlockAbi = parseAbi([
  'error NotDepositor()',
  'function setL1BlockValuesIsthmus()',
  'function DEPOSITOR_ACCOUNT() view returns (address)',
  'function number() view returns (uint64)',
  'function timestamp() view returns (uint64)',
  'function basefee() view returns (uint256)',
  'function hash() view returns (bytes32)',
  'function sequenceNumber() view returns (uint64)',
  'function baseFeeScalar() view returns (uint32)',
  'function blobBaseFeeScalar() view returns (uint32)',
  'function batcherHash() view returns (bytes32)',
  'function blobBaseFee() view returns (uint256)',
  'function operatorFeeScalar() view returns (uint32)',
  'function operatorFeeConstant() view returns (uint64)',
  'function isCustomGasToken() pure returns (bool)',
  'function gasPayingToken() pure returns (address, uint8)',
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
