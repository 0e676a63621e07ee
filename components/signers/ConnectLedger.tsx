import { useState } from 'react'
import type { Address } from 'viem'
import { t, useAction, useClient } from '@/components/app'
import { Button, FailureNotice, Notice } from '@/components/elements'
import { SelectField } from '@/components/elements/later'
import { accountPath, type Numbering, numberings } from '@/lib/base/derivation-paths'
import type { DeviceAccount } from '@/lib/base/devices'
import { Failure } from '@/lib/base/failure'
import { isSameAddress } from '@/lib/base/hex'
import { requireAccount } from '@/lib/keys/shared/devices/ledger/sign'
import { ChooseAccounts } from './ChooseAccounts'
import { chooseLedger, hasCable, type ListedDevice, onlyLedger, withLedger, withTheLedger } from './ledger-connection'
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
  ledger: ListedDevice
  accounts: readonly DeviceAccount[]
  /** The accounts with money or transactions on the selected network. */
  used: ReadonlySet<Address>
}

/** Reads the accounts of a Ledger, and adds those that the person chooses. */
export function ConnectLedger({ onDone }: { onDone(): void }) {
  const client = useClient()
  const signal = useEndSignal()
  const [numbering, setNumbering] = useState<Numbering>('ledger-live')
  const [found, setFound] = useState<Found | null>(null)
  async function readFrom(ledger: ListedDevice, before: readonly DeviceAccount[]): Promise<void> {
    const accounts = await readAccounts(ledger, numbering, before, signal)
    setFound({ ledger, accounts: [...before, ...accounts], used: found?.used ?? new Set() })
    // The network may not answer: that is said below the accounts, which are there all the same.
    const { used } = await client.call('account.used', { addresses: accounts.map(({ address }) => address) })
    setFound(now => (now === null ? now : { ...now, used: new Set([...now.used, ...used]) }))
  }
  const read = useAction(async (isOther = false) => readFrom(await (isOther ? chooseLedger() : onlyLedger()), []))
  const readMore = useAction(async () => {
    if (found !== null) await readFrom(found.ledger, found.accounts)
  })
  if (!hasCable()) return <Notice tone="note">{t('ledger_no_cable')}</Notice>
  if (found === null)
    return (
      <div className="stack">
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
        <Button testId="ledger-other" disabled={read.busy} onClick={() => void read.run(true)}>
          {t('ledger_other')}
        </Button>
      </div>
    )
  return (
    <>
      <ChooseAccounts
        device={found.ledger.productName.trim().slice(0, 64) || null}
        offered={found.accounts}
        more={found.accounts.length < mostAccounts ? readMore : undefined}
        beside={account => <AccountCheck account={account} isUsed={found.used.has(account.address)} />}
        onDone={onDone}
      />
      <FailureNotice failure={readMore.failure} />
    </>
  )
}

/** The next accounts of a device. @param before those that were read of it: it must still be the same */
function readAccounts(
  ledger: ListedDevice,
  numbering: Numbering,
  before: readonly DeviceAccount[],
  signal: AbortSignal,
): Promise<DeviceAccount[]> {
  return withLedger(
    ledger,
    async app => {
      const [first] = before
      if (first !== undefined) await requireAccount(app, first)
      const accounts: DeviceAccount[] = []
      for (let number = before.length; number < before.length + atATime; number++) {
        const path = accountPath(numbering, number)
        accounts.push({ kind: 'ledger', path, address: await app.address(path, false) })
      }
      return accounts
    },
    signal,
  )
}

/** Shows the address on the device, whose screen no program of this machine can write to. */
function AccountCheck({ account, isUsed }: { account: DeviceAccount; isUsed: boolean }) {
  const signal = useEndSignal()
  const [isSame, setSame] = useState(false)
  const check = useAction(async () => {
    const shown = await withTheLedger(async app => {
      await requireAccount(app, account)
      return app.address(account.path, true)
    }, signal)
    if (!isSameAddress(shown, account.address)) throw new Failure('ledger-other-account')
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
