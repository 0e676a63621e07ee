import { zeroAddress } from 'viem'
import { callRows } from './call-rows.ts'
import { delegatedRows } from './delegated-rows.ts'
import { orderRows } from './order-rows.ts'
import { permitRows } from './permit-rows.ts'
import { powerRows } from './power-rows.ts'
import { erc20, type RowParts, type SignedRow } from './row.ts'
import type { SignedWorld } from './world.ts'

/** Each signature once; those of one contract in the order of its nonces. */
export async function signedRows(signed: SignedWorld): Promise<SignedRow[]> {
  const { fixture, account, others, contracts } = signed.world
  const { chainId } = fixture
  const parts: RowParts = {
    signed,
    me: account.address,
    thief: others[0] ?? zeroAddress,
    deadline: (await signed.now()) + 3_600n,
    domain: (name, { address }, version = '1') => ({
      ...(version === null ? { name } : { name, version }),
      ...{ chainId, verifyingContract: address },
    }),
    money: { address: contracts.Money, abi: erc20 },
  }
  return [
    ...permitRows(parts),
    ...orderRows(parts),
    ...(await callRows(parts)),
    ...powerRows(parts),
    ...delegatedRows(parts),
  ]
}
