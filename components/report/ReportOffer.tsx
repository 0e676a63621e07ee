import { lazy, Suspense, useState } from 'react'
import { Button } from '@/components/elements/Button'
import { Dialog } from '@/components/elements/Dialog'
import { t } from '@/components/i18n'

const Report = lazy(() => import('./Report').then(({ Report }) => ({ default: Report })))

/** The problem report where settings cannot be reached. */
export function ReportOffer() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button wide testId="report-open" onClick={() => setOpen(true)}>
        {t('report_title')}
      </Button>
      {open && (
        <Dialog title={t('report_title')} onClose={() => setOpen(false)}>
          <Suspense fallback={null}>
            <Report />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
