import { encodeAbiParameters, encodeFunctionData, encodePacked, type Hex, maxUint256, toHex, zeroHash } from 'viem'
import { delegationManagerAbi, delegationsParameters } from '../preview-network/contracts/abi/delegations.ts'
import { smartAccountAbi, spendPermissionManagerAbi } from '../preview-network/contracts/abi/spend-permissions.ts'
import { erc20, type RowParts, type SignedRow } from './row.ts'

const day = 86_400
/** ERC-7528: stands for the chain's currency. */
const currency = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** Signatures that only an account with code obeys: it has the network's smart account (EIP-7702) from the first on. */
export function delegatedRows({ signed, me, thief, domain, money, deadline }: RowParts): SignedRow[] {
  const { take, world } = signed
  const { contracts } = world.fixture
  const manager = { address: contracts.spendPermissionManager, abi: spendPermissionManagerAbi }
  const delegations = { address: contracts.delegationManager, abi: delegationManagerAbi }

  const spend = [money.address, currency].map((token, index): SignedRow => {
    const allowance = index === 0 ? 80n : 10n ** 13n
    const permission = {
      ...{ account: me, spender: thief, token, allowance, period: day },
      ...{ start: Number(deadline) - 7_200, end: Number(deadline), salt: BigInt(index), extraData: '0x' },
    }
    return {
      what: `spend permission for ${index === 0 ? 'a token' : 'the currency'}`,
      domain: domain('Spend Permission Manager', manager),
      type: 'SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)',
      message: permission,
      ...(index === 0 ? { prepare: () => world.fixture.delegate(world.account) } : {}),
      async take(signature) {
        await take(manager, 'approveWithSignature', [permission, signature])
        await take(manager, 'spend', [permission, allowance])
      },
    }
  })

  const terms = { delegate: thief, delegator: me, authority: toHex(maxUint256), salt: 1n }
  const delegation: SignedRow = {
    what: 'delegation (ERC-7710)',
    domain: domain('DelegationManager', delegations),
    type: 'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)',
    message: { ...terms, caveats: [] },
    async prepare() {
      const data = encodeFunctionData({
        ...{ abi: smartAccountAbi, functionName: 'addOwnerAddress', args: [delegations.address] },
      })
      await world.fixture.send(world.account, { to: me, data })
    },
    take(signature: Hex) {
      const transfer = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [thief, 33n] })
      const execution = encodePacked(['address', 'uint256', 'bytes'], [money.address, 0n, transfer])
      const context = encodeAbiParameters(delegationsParameters, [[{ ...terms, caveats: [], signature }]])
      return take(delegations, 'redeemDelegations', [[context], [zeroHash], [execution]])
    },
  }
  return [...spend, delegation]
}
