import Globe from 'lucide-react/icons/globe'
import { Logo } from '@/components/elements/Logo'
import { t } from '@/components/i18n'
import { Sentence } from '@/components/Sentence'
import { SiteName } from '@/components/sites/SiteName'
import { StatedPurpose } from '@/components/sites/StatedPurpose'
import type { ApprovalView } from '@/lib/language/ui'

/** The site, or the wallet itself, that asks for the decision. */
export function RequesterHead({ approval }: { approval: ApprovalView }) {
  const { requester, firstTime } = approval
  if (requester.kind === 'wallet') {
    // What the person began in the wallet itself needs no introduction.
    if (requester.linkOrigin === undefined && requester.statedPurpose === undefined) return null
    return (
      <p className="requester">
        <Logo size={18} />
        <span className="requester-name">
          {t('requester_wallet')}
          {requester.linkOrigin !== undefined && (
            <span className="requester-top">
              <Sentence of="requester_link" values={{ site: <SiteName origin={requester.linkOrigin} /> }} />
            </span>
          )}
          {requester.statedPurpose !== undefined && <StatedPurpose purpose={requester.statedPurpose} />}
        </span>
      </p>
    )
  }
  return (
    <div className="requester">
      <Globe size={18} aria-hidden="true" />
      <span className="requester-name">
        <SiteName origin={requester.origin} />
        {requester.topOrigin !== null && (
          <span className="requester-top">
            <Sentence of="requester_inside" values={{ site: <SiteName origin={requester.topOrigin} /> }} />
          </span>
        )}
      </span>
      {firstTime && <span className="badge">{t('requester_first_time')}</span>}
    </div>
  )
}
