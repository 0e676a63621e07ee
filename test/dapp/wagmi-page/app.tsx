import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type Address, createWalletClient, custom, defineChain, type EIP1193Provider, parseAbi } from 'viem'
import { getBalance } from 'viem/actions'
import { base } from 'viem/chains'
import {
  createConfig,
  http,
  useBalance,
  useCapabilities,
  useConnect,
  useConnection,
  useConnectorClient,
  useConnectors,
  useDisconnect,
  useSendCalls,
  useSendTransaction,
  useSignMessage,
  useSignTypedData,
  useSwitchChain,
  useWaitForCallsStatus,
  useWaitForTransactionReceipt,
  useWatchAsset,
  useWriteContract,
  WagmiProvider,
} from 'wagmi'
import { useTransactionLevels } from '../../viem-levels/wagmi.ts'

/**
 * A dapp as its authors write one today: wagmi's hooks, the wallet found by EIP-6963, reads from the dapp's own
 * endpoint.
 */

const given = new URLSearchParams(location.search)
const token = given.get('token') as Address
const recipient: Address = '0x00000000000000000000000000000000000000aa'

const preview = defineChain({
  id: Number(given.get('chainId')),
  name: 'Preview',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [given.get('rpcUrl') ?? ''] } },
})
const config = createConfig({
  chains: [preview, base],
  transports: { [preview.id]: http(), [base.id]: http() },
  pollingInterval: 200,
})

/** One thing the dapp does: its button, and in the end what came of it. */
function Act({ name, run }: { name: string; run: () => Promise<unknown> }) {
  const { mutate, data, error, status } = useMutation({ mutationFn: run })
  return (
    <p>
      <button type="button" data-testid={name} onClick={() => mutate()}>
        {name}
      </button>
      <output data-testid={`${name}-result`} data-status={status}>
        {error === null ? show(data) : show({ name: error.name, message: error.message })}
      </output>
    </p>
  )
}

function show(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part)) ?? ''
}

function Dapp() {
  const { address, chainId, status, connector } = useConnection()
  const connectors = useConnectors()
  return (
    <main>
      <output data-testid="connection" data-status={status} data-chain={chainId} data-connector={connector?.id}>
        {address}
      </output>
      <ul>
        {connectors.map(each => (
          <li key={each.uid} data-testid="connector" data-rdns={each.id}>
            <img alt="" width={24} src={each.icon} /> <Connect uid={each.uid} name={each.name} />
          </li>
        ))}
      </ul>
      {address !== undefined && <Connected address={address} />}
    </main>
  )
}

function Connect({ uid, name }: { uid: string; name: string }) {
  const connectors = useConnectors()
  const { mutate, error } = useConnect()
  return (
    <>
      <button
        type="button"
        data-testid="connect"
        onClick={() => {
          const connector = connectors.find(each => each.uid === uid)
          if (connector !== undefined) mutate({ connector })
        }}
      >
        Connect {name}
      </button>
      <output data-testid="connect-error">{error?.name}</output>
    </>
  )
}

function Connected({ address }: { address: Address }) {
  const balance = useBalance({ address, chainId: preview.id })
  const client = useConnectorClient()
  // Asked again: just after it starts, the wallet does not know yet whether the network pre-confirms.
  const capabilities = useCapabilities({ query: { refetchInterval: 1_000 } })
  const sendTransaction = useSendTransaction()
  const receipt = useWaitForTransactionReceipt({ hash: sendTransaction.data })
  const levels = useTransactionLevels({ hash: sendTransaction.data })
  const writeContract = useWriteContract()
  const sendCalls = useSendCalls()
  const calls = useWaitForCallsStatus({ id: sendCalls.data?.id, pollingInterval: 200 })
  const signMessage = useSignMessage()
  const signTypedData = useSignTypedData()
  const switchChain = useSwitchChain()
  const watchAsset = useWatchAsset()
  const disconnect = useDisconnect()
  return (
    <>
      <output data-testid="balance">{balance.data?.value.toString()}</output>
      <output data-testid="capabilities">{show(capabilities.data)}</output>
      <output data-testid="receipt" data-status={receipt.data?.status}>
        {receipt.data?.transactionHash}
      </output>
      <output data-testid="levels">
        {levels.changes.map(({ level, source }) => `${level} by the ${source}`).join()}
      </output>
      <output data-testid="calls" data-status={calls.data?.status}>
        {show(calls.data?.receipts?.map(each => each.status))}
      </output>
      <Act name="wallet-balance" run={async () => client.data && getBalance(client.data, { address })} />
      <Act name="send" run={() => sendTransaction.mutateAsync({ to: recipient, value: 1n })} />
      <Act
        name="transfer-token"
        run={() =>
          writeContract.mutateAsync({
            address: token,
            abi: parseAbi(['function transfer(address to, uint256 value) returns (bool)']),
            functionName: 'transfer',
            args: [recipient, 0n],
          })
        }
      />
      <Act
        name="send-calls"
        run={() =>
          sendCalls.mutateAsync({
            calls: [
              { to: recipient, value: 1n },
              { to: recipient, value: 2n },
            ],
          })
        }
      />
      <Act name="sign-message" run={() => signMessage.mutateAsync({ message: 'Good morning' })} />
      <Act name="sign-typed-data" run={() => signTypedData.mutateAsync(order)} />
      <Act name="switch-away" run={() => switchChain.mutateAsync({ chainId: base.id })} />
      <Act name="switch-back" run={() => switchChain.mutateAsync({ chainId: preview.id })} />
      <Act
        name="watch-asset"
        run={() => watchAsset.mutateAsync({ type: 'ERC20', options: { address: token, symbol: 'tUSD', decimals: 6 } })}
      />
      <Act name="disconnect" run={() => disconnect.mutateAsync()} />
    </>
  )
}

const order = {
  domain: { name: 'Coffee', chainId: preview.id, verifyingContract: token },
  types: {
    Order: [
      { name: 'product', type: 'string' },
      { name: 'grams', type: 'uint256' },
    ],
  },
  primaryType: 'Order',
  message: { product: 'Harbour', grams: 250n },
} as const

/** viem without wagmi, on whatever sits at `window.ethereum`. */
function PlainViem() {
  const [account, setAccount] = useState<Address>()
  const client = () => {
    const { ethereum } = window as { ethereum?: unknown }
    return createWalletClient({ chain: preview, transport: custom(ethereum as EIP1193Provider) })
  }
  return (
    <>
      <Act
        name="viem-accounts"
        run={async () => {
          const [first] = await client().requestAddresses()
          setAccount(first)
          return first
        }}
      />
      <Act
        name="viem-send"
        run={async () => account && client().sendTransaction({ account, to: recipient, value: 3n })}
      />
      <Act
        name="viem-capabilities"
        run={async () => account && client().getCapabilities({ account, chainId: preview.id })}
      />
    </>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { mutations: { retry: false } } })}>
        {children}
      </QueryClientProvider>
    </WagmiProvider>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('no #root')
createRoot(root).render(
  <Frame>
    <Dapp />
    <PlainViem />
  </Frame>,
)
