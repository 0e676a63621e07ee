import { useSlice } from './client-context'
import { Notice } from './elements/Notice'
import { failureSentence } from './failure'
import { t } from './i18n'

/** Says when what is shown may be old, and why. Nothing while all is well. */
export function ConnectionBanner() {
  const connection = useSlice('connection')
  if (connection == null) return null
  if (!connection.reachable) {
    return (
      <Notice tone="caution" live>
        {connection.failure === null ? t('connection_lost') : failureSentence(connection.failure)}
      </Notice>
    )
  }
  if (connection.regime === 'degraded') {
    return (
      <Notice tone="note" live>
        {t('fast_status_unavailable')}
      </Notice>
    )
  }
  return null
}
