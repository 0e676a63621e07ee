import { type Address, getAddress, type Hash, type Hex, pad } from 'viem'
import type { ExplorerChain } from '../explorer-chain.ts'
import { createActivityIndex } from './activity-index.ts'
import type { ChainReader, Tag, Transaction } from './chain-reader.ts'
import { createTokenReader, type Decoder, tokenBalance } from './decode.ts'
import type { FrontState } from './feed.ts'
import type { AddressBook } from './names.ts'
import { type AddressView, rowsShown } from './pages/address.ts'
import type { BlockView } from './pages/block.ts'
import { blockTime, type FrontView, frontTransactions } from './pages/front.ts'
import type { TransactionView } from './pages/transaction.ts'
import { progressOf } from './progress.ts'
import { createSummary, type Summary } from './summary.ts'

const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Gathers what each page shows. */
export function createViews(parts: { chain: ExplorerChain; reader: ChainReader; book: AddressBook; decoder: Decoder }) {
  const { chain, reader, book, decoder } = parts
  const tokenOf = createTokenReader(reader)
  const summarise = createSummary(decoder, tokenOf)
  const findActivity = createActivityIndex(reader)

  const summariesOf = async (transactions: Transaction[]): Promise<Map<Transaction, Summary>> =>
    new Map(await Promise.all(transactions.map(async item => [item, await summarise(item)] as const)))

  const frontView = async (state: FrontState): Promise<FrontView> => ({
    state,
    summaries: await summariesOf(frontTransactions(state)),
    now: Date.now(),
  })

  const finality = async () => {
    const [safe, finalized] = await Promise.all([reader.block('safe'), reader.block('finalized')])
    return { safe: safe?.number, finalized: finalized?.number }
  }

  const blockView = async (id: bigint | Tag | Hash): Promise<BlockView | undefined> => {
    const [block, latest, tagged] = await Promise.all([reader.block(id), reader.blockNumber(), finality()])
    if (block === null) return undefined
    const [summaries, failed] = await Promise.all([summariesOf(block.transactions), reader.failedIn(block.number)])
    return { block, latest, ...tagged, summaries, failed, now: Date.now() }
  }

  const transactionView = async (hash: Hash): Promise<TransactionView | undefined> => {
    const [transaction, receipt, tagged] = await Promise.all([
      reader.transaction(hash),
      reader.receipt(hash),
      finality(),
    ])
    if (transaction === null) return undefined
    const block = receipt?.blockNumber == null ? null : await reader.block(receipt.blockNumber)
    const transfers = decoder.transfers(receipt?.logs ?? [])
    return {
      transaction,
      receipt,
      stops: progressOf({
        times: chain.levelsOf(hash),
        receipt,
        safeNumber: tagged.safe,
        finalizedNumber: tagged.finalized,
      }),
      summary: await summarise(transaction),
      transfers: await Promise.all(
        transfers.map(async transfer => ({ transfer, token: await tokenOf(transfer.token) })),
      ),
      timestamp: block === null ? undefined : blockTime(block),
    }
  }

  const addressView = async (address: Address): Promise<AddressView> => {
    const [sealed, pending, nonce, code, tokens, activity, transfers] = await Promise.all([
      reader.balance(address, 'latest'),
      reader.balance(address, 'pending'),
      reader.nonce(address, 'pending'),
      reader.code(address),
      heldTokens(address),
      findActivity(address),
      transfersOf(address),
    ])
    const shown = activity.rows.slice(0, rowsShown).map(({ transaction }) => transaction)
    const [summaries, receipts] = await Promise.all([
      summariesOf(shown),
      Promise.all(shown.map(({ hash }) => reader.receipt(hash))),
    ])
    const failed = new Set(receipts.flatMap(receipt => (receipt?.status === 0n ? [receipt.transactionHash] : [])))
    return {
      address,
      balance: { sealed, pending },
      nonce,
      code,
      tokens,
      activity,
      summaries,
      failed,
      transfers,
      now: Date.now(),
    }
  }

  const heldTokens = async (address: Address) => {
    const dollar = book.contracts.find(({ key }) => key === 'testDollar')?.address
    const token = dollar === undefined ? undefined : await tokenOf(dollar)
    if (dollar === undefined || token === undefined) return []
    return [{ address: dollar, token, balance: await tokenBalance(reader, dollar, address) }]
  }

  const transfersOf = async (address: Address) => {
    const topic = pad(address)
    const search = (topics: (Hex | null)[]) => reader.logs({ topics, fromBlock: 0n, toBlock: 'pending' })
    const found = await Promise.all([search([transferTopic, topic]), search([transferTopic, null, topic])])
    const hashes = [...new Set(found.flat().map(({ transactionHash }) => transactionHash))]
    // The receipt is read for the memo, which is a log of its own directly after the transfer.
    const receipts = await Promise.all(hashes.map(reader.receipt))
    const rows = receipts
      .flatMap(receipt => (receipt === null ? [] : [receipt]))
      .flatMap(receipt =>
        decoder
          .transfers(receipt.logs)
          .filter(({ from, to }) => [from, to].some(party => getAddress(party) === getAddress(address)))
          .map(transfer => ({
            transfer,
            transactionHash: receipt.transactionHash,
            blockNumber: receipt.blockNumber ?? undefined,
          })),
      )
      .sort((one, other) => newestFirst(one, other))
    return Promise.all(rows.map(async row => ({ ...row, token: await tokenOf(row.transfer.token) })))
  }

  return { front: frontView, block: blockView, transaction: transactionView, address: addressView }
}

interface LogPlace {
  blockNumber: bigint | undefined
  transfer: { logIndex: bigint }
}

function newestFirst(one: LogPlace, other: LogPlace): number {
  const blocks = (other.blockNumber ?? 0n) - (one.blockNumber ?? 0n)
  return Number(blocks === 0n ? other.transfer.logIndex - one.transfer.logIndex : blocks)
}
