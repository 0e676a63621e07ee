import { toClientEvmSigner } from '@x402/evm'
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { createPublicClient, createWalletClient, custom, getAddress } from 'viem'
import { typedDataSchema } from '../x402-schema.ts'
import type { Connected } from './connection.ts'
import { byId } from './dom.ts'
import { connection, onClick } from './flows.ts'

/** `fetch` that pays, with the published client and whatever wallet is connected. */
function payingFetch({ provider, account }: Connected): typeof fetch {
  const address = getAddress(account)
  const wallet = createWalletClient({ account: address, transport: custom(provider) })
  const chain = createPublicClient({ transport: custom(provider) })
  const signer = toClientEvmSigner(
    { address, signTypedData: message => wallet.signTypedData(typedDataSchema.parse(message)) },
    { readContract: call => chain.readContract({ ...call, args: call.args ?? [], blockTag: 'pending' }) },
  )
  // The wallet is who decides: this page sets no limits of its own.
  const client = new x402Client()
    .setSpendControls(false)
    .register('eip155:*', new ExactEvmScheme(signer))
    .register('eip155:*', new UptoEvmScheme(signer))
    .register('eip155:*', new BatchSettlementEvmScheme(signer))
  return wrapFetchWithPayment(fetch, client)
}

for (const id of ['dapp-exact', 'dapp-upto', 'dapp-channel'])
  onClick(id, async () => {
    const connected = await connection.connected()
    if (!connected) return
    await connection.switchChain(connected)
    const answer = byId('dapp-answer')
    answer.dataset.state = 'waiting'
    try {
      const response = await payingFetch(connected)(byId(id).dataset.address ?? '')
      answer.dataset.state = String(response.status)
      answer.textContent = `${response.status}\n\n${await response.text()}`
    } catch (error) {
      answer.dataset.state = 'failed'
      throw error
    }
  })
