import type { Hex } from 'viem'
import { type RowParts, type SignedRow, vrs } from './row.ts'

/** Signatures that give powers over items, debts and accounts. */
export function powerRows({ signed, me, thief, deadline, domain }: RowParts): SignedRow[] {
  const { at, take, position } = signed
  const lending = (
    what: string,
    type: string,
    message: Record<string, unknown>,
    functionName: string,
    args: readonly unknown[],
    isHarmless = false,
  ): SignedRow => ({
    what,
    domain: domain('Lending', at.Lending),
    type,
    message,
    take: (signature: Hex) => take(at.Lending, functionName, [...args, deadline, signature]),
    ...(isHarmless ? { isHarmless } : {}),
  })
  const morpho = 'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)'
  const comet = 'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)'
  return [
    {
      what: 'ERC-4494 permit of a position at Uniswap v3',
      domain: domain('Uniswap V3 Positions NFT-V1', at.PositionManager),
      type: 'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
      message: { spender: thief, tokenId: position, nonce: 0, deadline },
      take: signature => take(at.PositionManager, 'permit', [thief, position, deadline, ...vrs(signature)]),
    },
    ...[true, false].map(
      (approved, nonce): SignedRow => ({
        what: `permission for all positions at Uniswap v4, approved ${approved}`,
        domain: domain('Positions', at.Positions),
        type: 'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
        message: { operator: thief, approved, nonce, deadline },
        take: signature =>
          take(at.Positions, 'permitForAll', [me, thief, approved, deadline, BigInt(nonce), signature]),
        ...(approved ? {} : { isHarmless: true }),
      }),
    ),
    lending(
      'credit delegation of Aave',
      'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
      { delegatee: thief, value: 77n, nonce: 0, deadline },
      'delegationWithSig',
      [me, thief, 77n],
    ),
    lending(
      'authorization of Morpho',
      morpho,
      { authorizer: me, authorized: thief, isAuthorized: true, nonce: 1, deadline },
      'setAuthorizationWithSig',
      [me, thief, true],
    ),
    lending(
      'authorization of Morpho, taken back',
      morpho,
      { authorizer: me, authorized: thief, isAuthorized: false, nonce: 2, deadline },
      'setAuthorizationWithSig',
      [me, thief, false],
      true,
    ),
    lending(
      'authorization of Compound III',
      comet,
      { owner: me, manager: thief, isAllowed: true, nonce: 3, expiry: deadline },
      'allowBySig',
      [me, thief, true],
    ),
  ]
}
