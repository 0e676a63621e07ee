import { useEffect, useRef } from 'react'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { t } from '@/components/i18n'
import type { Action } from '@/components/use-action'
import type { ApprovalView } from '@/lib/language/ui'
import { RequesterHead } from './RequesterHead'
import { Risks } from './Risks'

/** True if a list says that the site, or the page around it, is fraudulent. */
export function isListedSite({ risks }: ApprovalView): boolean {
  return risks.some(({ code }) => code === 'site-phishing')
}

interface ListedSiteProps {
  approval: ApprovalView
  reject: Action<[], unknown>
  onShow(): void
}

/** The warning before any decision of a site that is on a list. What the site asks for is only shown on request. */
export function ListedSite({ approval, reject, onShow }: ListedSiteProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <article
      className="decision"
      data-testid="decision"
      data-kind={approval.request.kind}
      data-id={approval.id}
      data-digest={approval.digest}
    >
      <div className="decision-scroll" data-testid="listed-site">
        <RequesterHead approval={approval} />
        <h1 ref={heading} tabIndex={-1} className="does listed-site-title">
          {t('listed_site_title')}
        </h1>
        <Risks risks={approval.risks.filter(({ code }) => code === 'site-phishing')} />
        <p>{t('listed_site_means')}</p>
      </div>
      <footer className="decision-foot">
        <FailureNotice failure={reject.failure} />
        <div className="decision-buttons">
          <Button look="danger-quiet" testId="listed-site-show" disabled={reject.busy} onClick={onShow}>
            {t('listed_site_show')}
          </Button>
          <Button look="primary" testId="reject" action={reject}>
            {t('reject')}
          </Button>
        </div>
      </footer>
    </article>
  )
}
