import { concatHex, type Hash, keccak256, numberToHex } from 'viem'
import type { Block, Receipt } from './anvil-schema.ts'
import type { CommitState, Events } from './events.ts'

/** Blocks by which a verified block is behind the finalized one: its state root has been agreed on. */
const executionDelay = 3

interface Proposal {
  number: bigint
  blockId: Hash
  block: Block
  receipts: Receipt[]
  told: Set<CommitState>
}

/**
 * Emits each sealed block again at every state of consensus. A block becomes voted, finalized and verified by the
 * blocks on top of it. A proposal whose block left the chain is not told of any more: there is no event for its end.
 * @param depths blocks on top of a block after which it is voted and finalized
 * @param skipsVotes whether a block becomes finalized without having been told as voted
 * @see https://docs.monad.xyz/monad-arch/consensus/block-states
 */
export function createProposals(
  events: Events,
  depths: { voted: number; finalized: number },
  skipsVotes: () => boolean,
): void {
  let proposals: Proposal[] = []
  let made = 0

  function tell(state: CommitState, proposal: Proposal | undefined): void {
    if (proposal === undefined || proposal.told.has(state)) return
    proposal.told.add(state)
    const { blockId, block, receipts } = proposal
    events.emit({ kind: 'committed', state, blockId, block, receipts })
  }

  function propose(block: Block, receipts: Receipt[]): void {
    // Two proposals of one height may have equal contents, and still have different ids.
    const blockId = keccak256(concatHex([block.hash, numberToHex(made, { size: 8 })]))
    made += 1
    const proposal: Proposal = { number: BigInt(block.number), blockId, block, receipts, told: new Set() }
    proposals = [...proposals.slice(-(depths.finalized + executionDelay + 1)), proposal]
    const below = (depth: number) => proposals.find(({ number }) => number === proposal.number - BigInt(depth))
    tell('Proposed', proposal)
    if (!skipsVotes()) tell('Voted', below(depths.voted))
    tell('Finalized', below(depths.finalized))
    tell('Verified', below(depths.finalized + executionDelay))
  }

  events.on(event => {
    if (event.kind === 'sealed') propose(event.block, event.receipts)
    if (event.kind === 'removed') proposals = proposals.filter(({ block }) => block.hash !== event.block.hash)
    if (event.kind === 'reset') proposals = []
  })
}
