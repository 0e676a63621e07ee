import Check from 'lucide-react/icons/check'
import { useClient, useSlice } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { Dialog } from '@/components/elements/Dialog'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import type { NetworkId } from '@/lib/base/network-id'
import './chooser.css'

/** Selects the network of the wallet's own screens. Sites keep their own. */
export function NetworkChooser({ onClose }: { onClose(): void }) {
  const client = useClient()
  const networks = useSlice('networks') ?? []
  const selection = useSlice('selection')
  const choose = useAction(async (networkId: NetworkId) => {
    await client.call('select', { networkId })
    onClose()
  })
  return (
    <Dialog title={t('networks')} onClose={onClose}>
      <ul className="choices">
        {networks.map(network => {
          const current = network.id === selection?.networkId
          return (
            <li key={network.id}>
              <Button
                look="row"
                className="choice"
                aria-current={current ? 'true' : undefined}
                onClick={() => void choose.run(network.id)}
              >
                <span className="choice-words">
                  <span className="choice-name">{network.name}</span>
                  <span className="choice-note">{network.testing ? t('test_money_may_be_reset') : network.symbol}</span>
                </span>
                {current && <Check size={18} aria-hidden="true" />}
              </Button>
            </li>
          )
        })}
      </ul>
      <p className="quiet">{t('network_choice_note')}</p>
      <FailureNotice failure={choose.failure} />
    </Dialog>
  )
}
