import { ScreenHead } from '@/components/elements/ScreenHead'
import { t } from '@/components/i18n'
import { Report } from './Report'

/** Settings → Report a problem. */
export function ReportPage({ onBack }: { onBack(): void }) {
  return (
    <main className="page">
      <ScreenHead title={t('report_title')} onBack={onBack} />
      <Report />
    </main>
  )
}
