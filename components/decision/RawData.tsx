import ChevronRight from 'lucide-react/icons/chevron-right'
import { t } from '@/components/i18n'

/** What lies beneath, for those who want to check it. */
export function RawData({
  parts,
  label,
}: {
  parts: readonly (readonly [name: string, text: string])[]
  label?: string
}) {
  return (
    <details className="fold">
      <summary>
        <ChevronRight className="fold-arrow" size={16} aria-hidden="true" />
        {label ?? t('raw_data')}
      </summary>
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
    </details>
  )
}
