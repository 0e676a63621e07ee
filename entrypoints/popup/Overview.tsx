import { t } from '@/components/i18n'
import { OverviewContent } from '@/components/overview/OverviewContent'
import { Pace } from '@/components/Pace'
import { openHome } from '@/components/surfaces'
import { TopBar } from './TopBar'
import type { View } from './views'

export function Overview({ go }: { go(view: View): void }) {
  return (
    <div className="overview">
      <TopBar />
      <main className="overview-scroll">
        <h1 className="visually-hidden">{t('extension_name')}</h1>
        <OverviewContent
          onSend={() => go({ name: 'send' })}
          onReceive={() => go({ name: 'receive' })}
          onTransaction={id => go({ name: 'transaction', id })}
          onArrival={id => go({ name: 'arrival', id })}
          onAllActivity={() => void openHome('/activity')}
          onWaiting={() => go({ name: 'review', approvalId: null })}
          onTokens={() => go({ name: 'tokens' })}
          onDesk={() => void openHome('/payments')}
        />
      </main>
      <footer className="overview-foot">
        <Pace />
      </footer>
    </div>
  )
}
