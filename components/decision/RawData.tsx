import { Fold } from '@/components/elements/Fold'
import { t } from '@/components/i18n'

/** The raw values behind a decision, folded. */
export function RawData({
  parts,
  label,
}: {
  parts: readonly (readonly [name: string, text: string])[]
  label?: string
}) {
  return (
    <Fold title={label ?? t('raw_data')}>
      <dl className="raw">
        {parts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            {/* What scrolls must be reachable by keyboard. */}
            <dd className="raw-text" dir="ltr" translate="no" tabIndex={text.length > 200 ? 0 : undefined}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </Fold>
  )
}
