import { useState } from 'react'
import { Button } from '@/components/elements/Button'
import { Dialog } from '@/components/elements/Dialog'
import { t } from '@/components/i18n'
import { onDemand } from '@/components/on-demand'

const Report = onDemand(
  () => import('./Report').then(({ Report }) => Report),
  () => null,
)

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
          <Report />
        </Dialog>
      )}
    </>
  )
}
