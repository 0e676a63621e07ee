import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { t } from '@/components/app'
import { AccountMark, Button, Buttons, IconButton, Item } from '@/components/elements'
import { AddressText, CopyButton } from '@/components/elements/later'
import { withChecksum } from '@/components/format/address'
import type { AccountView } from '@/lib/language/ui'
import { Delegation } from './Delegation'

interface AccountItemProps {
  account: AccountView
  /** How its key got here, in words. */
  origin: string
  isFirst: boolean
  isLast: boolean
  onMove(by: -1 | 1): void
  onRename(): void
  onHide(): void
  onReveal(): void
  onRemove(): void
}

/** An account of the wallet, and what can be done with it. */
export function AccountItem({ account, origin, isFirst, isLast, ...on }: AccountItemProps) {
  const { name, address, hidden, kind } = account
  const hasKey = kind === 'phrase' || kind === 'key'
  return (
    <Item
      testId="account"
      data-address={address.toLowerCase()}
      className={hidden ? 'item-hidden' : undefined}
      mark={<AccountMark address={address} size={40} />}
    >
      <h2 className="item-title">
        {name} <span className="badge">{origin}</span>
        {hidden && <span className="badge">{t('account_hidden')}</span>}
      </h2>
      <p className="item-line">
        <AddressText address={address} />
      </p>
      {account.path != null && (
        <p className="quiet" data-testid="account-path">
          <span className="visually-hidden">{t('path')} </span>
          <bdi dir="ltr">{account.path}</bdi>
        </p>
      )}
      <Buttons>
        <CopyButton text={withChecksum(address)} label={t('copy_address')} />
        <IconButton
          icon={ArrowUp}
          label={t('account_up', { name })}
          testId="account-up"
          disabled={isFirst}
          onClick={() => on.onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          label={t('account_down', { name })}
          testId="account-down"
          disabled={isLast}
          onClick={() => on.onMove(1)}
        />
        <Button size="small" about={name} testId="account-rename" onClick={on.onRename} label={t('rename')} />
        <Button size="small" about={name} testId="account-hide" onClick={on.onHide}>
          {hidden ? t('account_show') : t('account_hide')}
        </Button>
        {hasKey && (
          <Button size="small" about={name} testId="account-reveal" onClick={on.onReveal} label={t('reveal_key')} />
        )}
        <Button size="small" look="danger-quiet" about={name} testId="account-remove" onClick={on.onRemove}>
          {t('account_remove')}
        </Button>
      </Buttons>
      <Delegation account={account} />
    </Item>
  )
}
