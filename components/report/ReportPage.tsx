import { t, useGo } from '@/components/app'
import { ScreenHead } from '@/components/elements/later'
import { Report } from './Report'

/** Settings → Report a problem. */
export function ReportPage() {
  const go = useGo()
  return (
    <main className="page">
      <ScreenHead title={t('report_title')} onBack={() => go('/settings')} />
      <Report />
    </main>
  )
}
