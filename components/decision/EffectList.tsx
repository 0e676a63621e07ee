import type { Address } from 'viem'
import { useNames } from '@/components/contacts/use-names'
import { shortAddress } from '@/components/format/address'
import { format, plural, t } from '@/components/i18n'
import type { Effect } from '@/lib/base/effects'
import { type AssetNames, amountWords, kindOf, powerWords } from './effect-words'
import { untilWords } from './meaning'

/** More effects than these are folded: the addresses and risks below must stay in reach. */
const mostInSight = 6

/** Every effect with its asset, its amount, and the other side: all that would change for the account. */
export function EffectList({
  effects,
  names,
}: {
  effects: readonly Effect[]
  /** The names of the contracts that the effects are about, and of the network's currency. */
  names: AssetNames
}) {
  const inSight = effects.slice(0, effects.length > mostInSight + 1 ? mostInSight : effects.length)
  const folded = effects.slice(inSight.length)
  return (
    <>
      <Rows effects={inSight} names={names} />
      {folded.length > 0 && (
        <details className="legs">
          <summary>{plural('effect_more', folded.length)}</summary>
          <Rows effects={folded} names={names} />
        </details>
      )}
    </>
  )
}

function Rows({ effects, names }: { effects: readonly Effect[]; names: AssetNames }) {
  return (
    <ul className="changes-list">
      {effects
        // An effect may be in the list twice.
        .map((effect, index) => ({ effect, key: `${index}` }))
        .map(({ effect, key }) => (
          <EffectRow key={key} effect={effect} names={names} />
        ))}
    </ul>
  )
}

const looks = { out: 'change change-out', in: 'change change-in', grant: 'change change-allowance', less: 'change' }

function EffectRow({ effect, names }: { effect: Effect; names: AssetNames }) {
  const kind = kindOf(effect)
  if (kind === null) return null
  const { label, look } = kind
  return (
    <li className={looks[look]}>
      <span className="change-kind">{t(label)}</span>
      <span className="change-what">
        <span className="change-amount">
          {effect.kind === 'hands-over' || effect.kind === 'takes-back'
            ? powerWords(effect, names)
            : amountWords(effect, names)}
        </span>
        <Parties effect={effect} />
      </span>
    </li>
  )
}

/** The other side of an effect: where it goes or comes from, who may take it, and until when. */
function Parties({ effect }: { effect: Effect }) {
  const nameOf = useNames()
  const who = (address: Address) => nameOf(address) ?? shortAddress(address)
  // What is stated without another side, as an order is, has none yet. A simulation adds up several.
  const isSum = effect.source === 'simulated'
  const to = (address: Address | null) =>
    address !== null ? [t('effect_to', { who: who(address) })] : isSum ? [t('effect_to_several')] : []
  const from = (address: Address | null) =>
    address !== null ? [t('effect_from', { who: who(address) })] : isSum ? [t('effect_from_several')] : []
  const words = (): string[] => {
    switch (effect.kind) {
      case 'pays':
        return to(effect.to)
      case 'receives':
        return from(effect.from)
      case 'moves':
        return [...from(effect.from), ...to(effect.to)]
      case 'allows':
        return [
          t('effect_by', { who: effect.taker === null ? t('effect_anyone') : who(effect.taker) }),
          ...(effect.owner === undefined ? [] : [t('effect_of', { who: who(effect.owner) })]),
          ...(effect.every === null ? [] : [t('effect_every', { period: format.period(effect.every) })]),
          ...(effect.until === null ? [] : [t('effect_until', { time: untilWords(effect.until) })]),
        ]
      case 'revokes':
        return effect.taker === null ? [] : [t('effect_by', { who: who(effect.taker) })]
      case 'hands-over':
        return [t('effect_to', { who: effect.to === null ? t('effect_anyone') : who(effect.to) })]
      case 'takes-back':
        return effect.from === null ? [] : from(effect.from)
      default:
        return []
    }
  }
  const said = words()
  return said.length === 0 ? null : (
    <span className="change-party">
      <bdi>{said.join(' · ')}</bdi>
    </span>
  )
}
