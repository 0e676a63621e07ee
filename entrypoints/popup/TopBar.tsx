import Lock from 'lucide-react/icons/lock'
import { t, useClient } from '@/components/app'
import { Choosers } from '@/components/chooser/Choosers'
import { IconButton } from '@/components/elements'

/** The selected account and network, and the lock. */
export function TopBar() {
  const client = useClient()
  return (
    <header className="top">
      <Choosers />
      <div className="top-tools">
        <IconButton
          icon={Lock}
          iconSize={18}
          label={t('lock')}
          testId="lock"
          onClick={() => void client.call('vault.lock', {})}
        />
      </div>
    </header>
  )
}
