import { useState } from 'react'
import { useClient, useSlice } from '@/components/client-context'
import { Form } from '@/components/elements/Form'
import { t } from '@/components/i18n'
import type { NetworkView } from '@/lib/language/ui'
import { NetworkFields, readNetwork } from './NetworkFields'
import { sameChain } from './same-chain'

/** Changes all of a network but its chain id and its endpoints. */
export function EditNetwork({ network, onDone }: { network: NetworkView; onDone(): void }) {
  const client = useClient()
  const { id: networkId, name, symbol, explorerUrl, faucetUrl, testing } = network
  const [typed, setTyped] = useState({ name, symbol, explorer: explorerUrl ?? '', faucet: faucetUrl ?? '', testing })
  const others = sameChain(useSlice('networks') ?? [], network.chainId, networkId)
  const changes = readNetwork(typed, others)
  return (
    <Form
      button={t('save')}
      isReady={changes !== null}
      submit={async () => {
        if (changes === null) return
        await client.call('network.edit', { networkId, ...changes })
        onDone()
      }}
    >
      <NetworkFields typed={typed} others={others} onChange={setTyped} />
    </Form>
  )
}
