import Droplet from 'lucide-react/icons/droplet'
import { useClient, useSlice } from '@/components/client-context'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { format, t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { useNow } from '@/components/use-now'
import type { FaucetView } from '@/lib/messaging/ui'
import { cleanForeignText } from '@/lib/values/foreign-text'
import './faucet.css'

/** Test money for a network that gives it out: one tap, then its progress, its cooldown, or its refusal in its own words. */
export function Faucet() {
  const client = useClient()
  const selection = useSlice('selection')
  const networks = useSlice('networks') ?? []
  const network = networks.find(candidate => candidate.chainId === selection?.chainId)
  const faucet = useSlice('faucet')
  const drip = useAction(() => client.call('faucet.drip', {}))
  const cooling = faucet?.readyAt != null
  const now = useNow(250, cooling)
  if (network?.hasFaucet !== true) return null
  const symbol = network.symbol
  const leftMs = faucet?.readyAt == null ? 0 : faucet.readyAt - now
  const waits = leftMs > 0
  const busy = drip.busy || faucet?.state === 'asking'
  const refusal = faucet?.refusal ?? null
  return (
    <section className="faucet" aria-label={t('faucet')} data-testid="faucet" data-state={faucet?.state}>
      <div className="faucet-line">
        <Droplet size={18} aria-hidden="true" />
        <span className="faucet-words" role="status">
          {words(faucet ?? null, symbol)}
        </span>
        <button
          type="button"
          className="button button-small"
          data-testid="faucet-drip"
          aria-disabled={waits || busy}
          aria-busy={busy}
          onClick={() => {
            if (!waits && !busy) void drip.run()
          }}
        >
          {waits ? t('faucet_again_in', { time: format.remaining(leftMs) }) : t('faucet_get')}
        </button>
      </div>
      {refusal !== null && (
        <p className="faucet-refusal" role="alert">
          {t('faucet_refused')} <q className="foreign">{cleanForeignText(refusal, 200)}</q>
        </p>
      )}
      {refusal === null && <FailureNotice failure={drip.failure} />}
    </section>
  )
}

function words(faucet: FaucetView | null, symbol: string): string {
  const amount = faucet?.amount == null ? null : `${format.amount(BigInt(faucet.amount), 18, 'short')} ${symbol}`
  switch (faucet?.state) {
    case 'asking':
      return t('faucet_asking')
    case 'arriving':
      return amount === null ? t('faucet_arriving') : t('faucet_arriving_amount', { amount })
    case 'cooling':
      return amount === null || faucet.refusal !== null ? t('faucet_idle', { symbol }) : t('faucet_arrived', { amount })
    default:
      return t('faucet_idle', { symbol })
  }
}
