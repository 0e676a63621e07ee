import { useState } from 'react'
import { type Address, isAddressEqual } from 'viem'
import { useClient } from '@/components/client-context'
import { Button } from '@/components/elements/Button'
import { FailureNotice } from '@/components/elements/FailureNotice'
import { Notice } from '@/components/elements/Notice'
import { SelectField } from '@/components/elements/Select'
import { t } from '@/components/i18n'
import { useAction } from '@/components/use-action'
import { accountPath, type Numbering, numberings } from '@/lib/signers/ledger/paths'
import type { DeviceAccount } from '@/lib/signers/types'
import { Failure } from '@/lib/values/failure'
import { ChooseAccounts } from './ChooseAccounts'
import { hasCable, withLedger } from './ledger-connection'
import { useEndSignal } from './use-end-signal'
import './signers.css'

/** Accounts that are read at a time: each takes the device a part of a second. */
const atATime = 5
const mostAccounts = 100

const numberingNames = {
  'ledger-live': 'ledger_numbering_live',
  bip44: 'ledger_numbering_bip44',
  legacy: 'ledger_numbering_legacy',
} as const satisfies Record<Numbering, string>

interface Found {
  device: string | null
  accounts: readonly DeviceAccount[]
  /** Those with money or transactions on the selected network. */
  used: ReadonlySet<Address>
}

/** Reads the accounts of a Ledger, and adds those that the person chooses. */
export function ConnectLedger({ onDone }: { onDone(): void }) {
  const client = useClient()
  const signal = useEndSignal()
  const [numbering, setNumbering] = useState<Numbering>('ledger-live')
  const [found, setFound] = useState<Found | null>(null)
  const read = useAction(async () => {
    const start = found?.accounts.length ?? 0
    const { device, accounts } = await readAccounts(numbering, start, signal)
    const all = [...(found?.accounts ?? []), ...accounts]
    setFound({ device, accounts: all, used: found?.used ?? new Set() })
    // The network may not answer: that is said below the accounts, which are there all the same.
    const { used } = await client.call('account.used', { addresses: accounts.map(({ address }) => address) })
    setFound(now => (now === null ? now : { ...now, used: new Set([...now.used, ...used]) }))
  })
  if (!hasCable()) return <Notice tone="note">{t('ledger_no_cable')}</Notice>
  if (found === null)
    return (
      <div className="signer-step">
        <p>{t('ledger_connect_note')}</p>
        <SelectField
          label={t('ledger_numbering')}
          hint={t('ledger_numbering_hint')}
          testId="ledger-numbering"
          choices={numberings.map(value => ({ value, label: t(numberingNames[value]) }))}
          value={numbering}
          onChange={setNumbering}
        />
        <FailureNotice failure={read.failure} />
        <Button look="primary" testId="ledger-read" action={read} busyWords={t('ledger_reading')}>
          {t('ledger_read')}
        </Button>
      </div>
    )
  return (
    <>
      <ChooseAccounts
        device={found.device}
        offered={found.accounts}
        more={found.accounts.length < mostAccounts ? read : undefined}
        beside={account => <AccountCheck account={account} isUsed={found.used.has(account.address)} />}
        onDone={onDone}
      />
      <FailureNotice failure={read.failure} />
    </>
  )
}

async function readAccounts(
  numbering: Numbering,
  start: number,
  signal: AbortSignal,
): Promise<{ device: string | null; accounts: DeviceAccount[] }> {
  return withLedger(async (app, productName) => {
    const accounts: DeviceAccount[] = []
    for (let number = start; number < start + atATime; number++) {
      const path = accountPath(numbering, number)
      accounts.push({ kind: 'ledger', path, address: await app.address(path, false) })
    }
    return { device: productName.trim().slice(0, 64) || null, accounts }
  }, signal)
}

/** Shows the address on the device, whose screen no program of this machine can write to. */
function AccountCheck({ account, isUsed }: { account: DeviceAccount; isUsed: boolean }) {
  const signal = useEndSignal()
  const [isSame, setSame] = useState(false)
  const check = useAction(async () => {
    const shown = await withLedger(app => app.address(account.path, true), signal)
    if (!isAddressEqual(shown, account.address)) throw new Failure('ledger-other-account')
    setSame(true)
  })
  return (
    <span className="signer-check">
      {isUsed && <span className="badge">{t('ledger_used')}</span>}
      {isSame ? (
        <span className="badge" role="status">
          {t('ledger_same')}
        </span>
      ) : (
        <Button
          size="small"
          testId="ledger-check"
          about={account.address}
          action={check}
          busyWords={t('ledger_look')}
          type="button"
        >
          {t('ledger_check')}
        </Button>
      )}
      <FailureNotice failure={check.failure} />
    </span>
  )
}
