import Droplet from 'lucide-react/icons/droplet'
import { format, t, useAction, useClient, useNow, useSlice } from '@/components/app'
import { Button, FailureNotice } from '@/components/elements'
import { cleanForeignText, cleanSymbol } from '@/lib/base/foreign-text'
import type { DripView } from '@/lib/language/ui'
import './faucet.css'

type Kind = 'native' | 'token'
interface Offer extends DripView {
  kind: Kind
  symbol: string
  decimals: number
}

/** The faucet of a test network: a button for each asset, then its progress, its waiting time or its refusal. */
export function Faucet() {
  const client = useClient()
  const selection = useSlice('selection')
  const networks = useSlice('networks') ?? []
  const network = networks.find(candidate => candidate.id === selection?.networkId)
  const faucet = useSlice('faucet')
  const drip = useAction((kind: Kind) => client.call('faucet.drip', { kind }))
  if (network?.faucetUrl == null) return null
  const offers: Offer[] = [{ ...(faucet ?? unknown), kind: 'native', symbol: network.symbol, decimals: 18 }]
  if (faucet?.token != null) offers.push({ ...faucet.token, kind: 'token', symbol: cleanSymbol(faucet.token.symbol) })
  // The sentence is about the latest request.
  const [latest] = offers.toSorted((one, other) => (other.requestedAt ?? 0) - (one.requestedAt ?? 0))
  const refusal = latest?.refusal ?? null
  return (
    <section className="faucet" aria-label={t('faucet')} data-testid="faucet" data-state={faucet?.state}>
      <div className="faucet-line">
        <Droplet size={18} aria-hidden="true" />
        <span className="faucet-words" role="status">
          {latest === undefined ? null : words(latest, offers)}
        </span>
        {offers.map(offer => (
          <Drip
            key={offer.kind}
            offer={offer}
            isOnly={offers.length === 1}
            isAsking={drip.busy}
            onDrip={() => void drip.run(offer.kind)}
          />
        ))}
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

const unknown: DripView = { state: 'ready', readyAt: null, refusal: null, amount: null, requestedAt: null, hash: null }

function Drip({
  offer,
  isOnly,
  isAsking,
  onDrip,
}: {
  offer: Offer
  isOnly: boolean
  isAsking: boolean
  onDrip(): void
}) {
  const now = useNow(250, offer.readyAt !== null)
  const leftMs = offer.readyAt === null ? 0 : offer.readyAt - now
  const waits = leftMs > 0
  const what = t('faucet_get_what', { symbol: offer.symbol })
  const again = t('faucet_again_in', { time: format.remaining(leftMs) })
  return (
    <Button
      size="small"
      testId={offer.kind === 'native' ? 'faucet-drip' : 'faucet-drip-token'}
      disabled={waits}
      busy={isAsking || offer.state === 'asking'}
      aria-label={waits ? `${what}: ${again}` : isOnly ? undefined : what}
      // After the words in sight, because speech control goes by those (WCAG 2.5.3).
      about={!waits && isOnly ? offer.symbol : undefined}
      onClick={onDrip}
    >
      {waits ? again : isOnly ? t('faucet_get') : offer.symbol}
    </Button>
  )
}

function words({ state, amount: given, decimals, symbol, refusal }: Offer, offers: readonly Offer[]): string {
  const amount = given === null ? null : `${format.amount(BigInt(given), decimals, 'short')} ${symbol}`
  const idle = offers.length === 1 ? t('faucet_idle', { symbol }) : t('faucet_idle_several')
  switch (state) {
    case 'asking':
      return t('faucet_asking')
    case 'arriving':
      return amount === null ? t('faucet_arriving') : t('faucet_arriving_amount', { amount })
    case 'cooling':
      return amount === null || refusal !== null ? idle : t('faucet_arrived', { amount })
    default:
      return idle
  }
}
