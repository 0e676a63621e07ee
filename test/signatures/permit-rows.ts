import { encodeAbiParameters, keccak256, parseAbi, parseAbiParameters, stringToHex, zeroHash } from 'viem'
import { permit2Abi } from '../preview-network/contracts/abi/permit2.ts'
import { erc20, type RowParts, type SignedRow, vrs } from './row.ts'
import type { Deployed } from './world.ts'

const most = (1n << 256n) - 1n
const permissions = 'TokenPermissions(address token,uint256 amount)'
const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const transferTypes = 'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'

/** Signatures that let tokens be taken. */
export function permitRows({ signed, me, thief, deadline, domain, money }: RowParts): SignedRow[] {
  const { at, take, world } = signed
  const permit2: Deployed = { address: world.contracts.Permit2, abi: permit2Abi }
  const takeFrom = (token: Deployed, amount: bigint) =>
    take({ ...token, abi: erc20 }, 'transferFrom', [me, thief, amount])

  const permits: SignedRow[] = [250n, most].map((value, nonce) => ({
    what: `EIP-2612 permit of ${value}`,
    domain: domain('Money', money),
    type: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    message: { owner: me, spender: thief, value, nonce, deadline },
    async take(signature) {
      await take(money, 'permit', [me, thief, value, deadline, ...vrs(signature)])
      await takeFrom(money, 250n)
    },
  }))

  const votes: SignedRow = {
    what: 'votes of an ERC-20',
    domain: domain('Money', money),
    type: 'Delegation(address delegatee,uint256 nonce,uint256 expiry)',
    message: { delegatee: thief, nonce: 2, expiry: deadline },
    take: signature => take(money, 'delegateBySig', [thief, 2n, deadline, ...vrs(signature)]),
  }

  const dai: SignedRow[] = [true, false].map((allowed, nonce) => ({
    what: `DAI permit, allowed ${allowed}`,
    domain: domain('Dai', at.Dai),
    type: 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
    message: { holder: me, spender: thief, nonce, expiry: 0, allowed },
    async take(signature) {
      await take(at.Dai, 'permit', [me, thief, nonce, 0n, allowed, ...vrs(signature)])
      if (allowed) await takeFrom(at.Dai, 7_000n)
    },
    ...(allowed ? {} : { isHarmless: true }),
  }))

  const dollars = domain('Test Dollar', at.Dollar)
  const transfer = { from: me, to: thief, value: 5_000_000n, validAfter: 0n, validBefore: deadline }
  const numbers = [1n, 2n, 3n].map(each => `0x${each.toString(16).padStart(64, '0')}` as const)
  const [first = zeroHash, second = zeroHash, third = zeroHash] = numbers
  const authorizations: SignedRow[] = [
    ...(
      [
        ['TransferWithAuthorization', 'transferWithAuthorization', first],
        ['ReceiveWithAuthorization', 'receiveWithAuthorization', second],
      ] as const
    ).map(
      ([name, functionName, nonce]): SignedRow => ({
        what: `EIP-3009 ${functionName}`,
        domain: dollars,
        type: `${name}(${transferTypes})`,
        message: { ...transfer, nonce },
        take: signature => take(at.Dollar, functionName, [...Object.values(transfer), nonce, ...vrs(signature)]),
      }),
    ),
    {
      what: 'EIP-3009 cancelAuthorization',
      domain: dollars,
      type: 'CancelAuthorization(address authorizer,bytes32 nonce)',
      message: { authorizer: me, nonce: third },
      take: signature => take(at.Dollar, 'cancelAuthorization', [me, third, ...vrs(signature)]),
      isHarmless: true,
    },
  ]

  const ofPermit2 = domain('Permit2', permit2, null)
  const expiration = Number(deadline)
  const allowance = { token: money.address, amount: 900n, expiration, nonce: 0 }
  const otherAllowance = { token: at.Dai.address, amount: (1n << 160n) - 1n, expiration, nonce: 0 }
  const permitted = { token: money.address, amount: 400n }
  const otherPermitted = { token: at.Dai.address, amount: 500n }
  const to = (amount: bigint) => ({ to: thief, requestedAmount: amount })
  const witness = 'OrderTerms witness)OrderTerms(address relay,uint256 tip)'
  const permit2Rows: SignedRow[] = [
    {
      what: 'Permit2 allowance of one token',
      domain: ofPermit2,
      type: `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
      message: { details: allowance, spender: thief, sigDeadline: deadline },
      async take(signature) {
        const permit = { details: allowance, spender: thief, sigDeadline: deadline }
        await take(permit2, 'permit', [me, permit, signature])
        await take({ ...permit2, abi: permit2Moves }, 'transferFrom', [me, thief, 900n, money.address])
      },
    },
    {
      what: 'Permit2 allowance of two tokens',
      domain: ofPermit2,
      type: `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${details}`,
      message: { details: [{ ...allowance, nonce: 1 }, otherAllowance], spender: thief, sigDeadline: deadline },
      async take(signature) {
        const batch = { details: [{ ...allowance, nonce: 1 }, otherAllowance], spender: thief, sigDeadline: deadline }
        await take({ ...permit2, abi: permit2Moves }, 'permit', [me, batch, signature])
        await take({ ...permit2, abi: permit2Moves }, 'transferFrom', [me, thief, 5_000n, at.Dai.address])
      },
    },
    {
      what: 'Permit2 transfer',
      domain: ofPermit2,
      type: `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`,
      message: { permitted, spender: thief, nonce: 11, deadline },
      take: signature =>
        take(permit2, 'permitTransferFrom', [{ permitted, nonce: 11n, deadline }, to(400n), me, signature]),
    },
    {
      what: 'Permit2 transfer of two tokens',
      domain: ofPermit2,
      type: `PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`,
      message: { permitted: [permitted, otherPermitted], spender: thief, nonce: 12, deadline },
      take: signature =>
        take({ ...permit2, abi: permit2Moves }, 'permitTransferFrom', [
          { permitted: [permitted, otherPermitted], nonce: 12n, deadline },
          [to(400n), to(500n)],
          me,
          signature,
        ]),
    },
    {
      what: 'Permit2 transfer with a witness of its own',
      domain: ofPermit2,
      type: `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,${witness}${permissions}`,
      message: { permitted, spender: thief, nonce: 13, deadline, witness: { relay: thief, tip: 3 } },
      take: signature =>
        take({ ...permit2, abi: permit2Moves }, 'permitWitnessTransferFrom', [
          { permitted, nonce: 13n, deadline },
          to(400n),
          me,
          witnessHash(thief, 3n),
          `${witness}${permissions}`,
          signature,
        ]),
    },
  ]

  return [...permits, votes, ...dai, ...authorizations, ...permit2Rows]
}

/** The part of Permit2's witness that the page writes. */
function witnessHash(relay: string, tip: bigint) {
  const type = keccak256(stringToHex('OrderTerms(address relay,uint256 tip)'))
  const parameters = parseAbiParameters('bytes32, address, uint256')
  return keccak256(encodeAbiParameters(parameters, [type, `0x${relay.slice(2)}`, tip]))
}

const permit2Moves = parseAbi([
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)',
  'function permitTransferFrom(((address token, uint256 amount)[] permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount)[] transferDetails, address owner, bytes signature)',
  'function permitWitnessTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transferDetails, address owner, bytes32 witness, string witnessTypeString, bytes signature)',
])
