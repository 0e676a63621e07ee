import { useState } from 'react'
import { t, useAction } from '@/components/app'
import { Notice } from '@/components/elements'
import { readSharedAccounts, type SharedAccounts } from '@/lib/keys/shared/devices/shared-accounts'
import type { Ur } from '@/lib/keys/shared/devices/ur/decode'
import { ChooseAccounts } from './ChooseAccounts'
import { DeviceInput } from './DeviceInput'
import './signers.css'

const atFirst = 5
const mostAccounts = 100

/** Reads the accounts that a device shares, and adds those that the person chooses. */
export function ConnectSigner({ onDone }: { onDone(): void }) {
  const [shared, setShared] = useState<SharedAccounts | null>(null)
  const [isOther, setOther] = useState(false)
  function read(ur: Ur): void {
    const found = readSharedAccounts(ur)
    setOther(found === null || found.list(1).length === 0)
    if (found !== null && found.list(1).length > 0) setShared(found)
  }
  if (shared !== null) return <SharedAccountsForm shared={shared} onDone={onDone} />
  return (
    <div className="stack">
      <p>{t('signer_connect_note')}</p>
      <DeviceInput onUr={read} />
      {isOther && (
        <Notice tone="caution" live>
          {t('signer_no_accounts')}
        </Notice>
      )}
    </div>
  )
}

function SharedAccountsForm({ shared, onDone }: { shared: SharedAccounts; onDone(): void }) {
  const [count, setCount] = useState(atFirst)
  const offered = shared.list(count)
  const more = useAction(async () => setCount(count + atFirst))
  return (
    <ChooseAccounts
      device={shared.device}
      offered={offered}
      more={offered.length === count && count < mostAccounts ? more : undefined}
      onDone={onDone}
    />
  )
}
