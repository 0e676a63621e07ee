import { walletTransport, watchTransactionLevels } from 'prelude-viem'
import { createWalletClient } from 'viem'

document.querySelector('#app').innerHTML = '<button>Pay</button><ol></ol>'
document.querySelector('button').onclick = async ({ target }) => {
  const client = createWalletClient({ transport: walletTransport(window.ethereum) })
  const [account] = await client.requestAddresses()
  const hash = await client.sendTransaction({ account, chain: null, to: `0x${'ab'.repeat(20)}`, value: 1n })
  target.title = hash
  const onLevel = ({ level, event }) => document.querySelector('ol').append(event ?? level, ' ')
  watchTransactionLevels(client, { hash, onLevel })
}
