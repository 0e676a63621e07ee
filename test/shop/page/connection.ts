import { byId, element, explain, notify } from './dom.ts'
import { discoverWallets, type Provider, providerEvents, type Wallet } from './wallets.ts'

export interface Connected {
  provider: Provider
  account: string
}

export interface Connection {
  /** The connected account; connects with the first wallet when there is none. Null when that failed, which is said. */
  connected(): Promise<Connected | null>
  /** Has the wallet switch to the shop's chain where it is elsewhere. @throws what the wallet throws */
  switchChain(connected: Connected): Promise<void>
  /** A provider, connected or not. */
  provider(): Provider | undefined
}

/** The wallet's corner of a page: its buttons, the account, the chain. */
export function createConnection(
  chainId: number,
  hear: (event: string, value: unknown) => void = () => {},
): Connection {
  const wallets: Wallet[] = []
  let connected: Connected | null = null

  function showConnectButtons(): void {
    const buttons = byId('connect-buttons')
    buttons.replaceChildren()
    if (connected) return
    if (wallets.length === 0) {
      buttons.append(element('span', 'No wallet found in this browser', { class: 'chip', testid: 'shop-no-wallet' }))
      return
    }
    for (const wallet of wallets) {
      const button = document.createElement('button')
      button.type = 'button'
      button.dataset.testid = 'shop-connect'
      button.textContent = `Connect ${wallet.name}`
      button.addEventListener('click', () => void connect(wallet))
      buttons.append(button)
    }
  }

  function showAccount(account: string | null): void {
    byId('account').hidden = account === null
    byId('disconnect').hidden = account === null
    byId('account').textContent = account ? `${account.slice(0, 8)}…${account.slice(-6)}` : ''
    byId('account').title = account ?? ''
    byId('account').dataset.account = account ?? ''
  }

  function showChain(present: string | null): void {
    byId('chain').hidden = present === null
    if (present === null) return
    const right = Number(present) === chainId
    byId('chain').dataset.chainId = String(Number(present))
    byId('chain').textContent = right ? 'Preview network' : `Another network (${Number(present)})`
  }

  function setConnected(provider: Provider, accounts: unknown): void {
    const account = Array.isArray(accounts) && typeof accounts[0] === 'string' ? accounts[0] : null
    connected = account ? { provider, account } : null
    showAccount(account)
    if (!account) showChain(null)
    showConnectButtons()
  }

  async function connect(wallet: Wallet): Promise<boolean> {
    notify(null)
    try {
      const accounts = await wallet.provider.request({ method: 'eth_requestAccounts' })
      setConnected(wallet.provider, accounts)
      showChain(String(await wallet.provider.request({ method: 'eth_chainId' })))
      return connected !== null
    } catch (error) {
      notify(explain(error))
      return false
    }
  }

  discoverWallets(wallet => {
    wallets.push(wallet)
    for (const event of providerEvents) wallet.provider.on(event, value => hear(event, value))
    wallet.provider.on('accountsChanged', accounts => setConnected(wallet.provider, accounts))
    wallet.provider.on('chainChanged', present => {
      if (connected) showChain(String(present))
    })
    showConnectButtons()
  })
  showConnectButtons()

  byId('disconnect').addEventListener('click', async () => {
    if (!connected) return
    try {
      await connected.provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    } catch (error) {
      notify(explain(error))
    }
  })

  return {
    provider: () => connected?.provider ?? wallets[0]?.provider,
    async connected() {
      const [wallet] = wallets
      if (!connected && (!wallet || !(await connect(wallet)))) {
        if (!wallet) notify('To buy something, this browser needs a wallet.')
        return null
      }
      return connected
    },
    async switchChain({ provider }) {
      const wanted = `0x${chainId.toString(16)}`
      const present = await provider.request({ method: 'eth_chainId' })
      if (Number(present) === chainId) return
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: wanted }] })
    },
  }
}

/** Has the wallet sign what the shop offers. @throws what the wallet throws */
export async function signOffer({ provider, account }: Connected, typedData: unknown): Promise<string> {
  const request = { method: 'eth_signTypedData_v4', params: [account, JSON.stringify(typedData)] }
  return String(await provider.request(request))
}
