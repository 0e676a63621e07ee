import { parseAbiParameters } from 'viem'

const caveat = 'struct Caveat { address enforcer; bytes terms; bytes args; }'
const delegation =
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }'

export { DelegationManager as delegationManagerAbi } from '@metamask/delegation-abis'

/** A permission context: delegations, leaf to root. */
export const delegationsParameters = parseAbiParameters(['Delegation[] delegations', delegation, caveat])
