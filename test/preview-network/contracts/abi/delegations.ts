import { parseAbi, parseAbiParameters } from 'viem'

const caveat = 'struct Caveat { address enforcer; bytes terms; bytes args; }'
const delegation =
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }'

export const delegationManagerAbi = parseAbi([
  caveat,
  delegation,
  'event DisabledDelegation(bytes32 indexed delegationHash, address indexed delegator, address indexed delegate, Delegation delegation)',
  'event EnabledDelegation(bytes32 indexed delegationHash, address indexed delegator, address indexed delegate, Delegation delegation)',
  'event RedeemedDelegation(address indexed rootDelegator, address indexed redeemer, Delegation delegation)',
  'error AlreadyDisabled()',
  'error AlreadyEnabled()',
  'error BatchDataLengthMismatch()',
  'error CannotUseADisabledDelegation()',
  'error InvalidAuthority()',
  'error InvalidDelegate()',
  'error InvalidDelegator()',
  'error InvalidEOASignature()',
  'error InvalidERC1271Signature()',
  'function disableDelegation(Delegation delegation)',
  'function enableDelegation(Delegation delegation)',
  'function disabledDelegations(bytes32 delegationHash) view returns (bool)',
  'function getDelegationHash(Delegation delegation) pure returns (bytes32)',
  'function getDomainHash() view returns (bytes32)',
  'function redeemDelegations(bytes[] permissionContexts, bytes32[] modes, bytes[] executions)',
])

/** A permission context: delegations, leaf to root. */
export const delegationsParameters = parseAbiParameters(['Delegation[] delegations', delegation, caveat])
