import { t } from '@/components/i18n'

/** Shown in place of a page until its code and its first slice have loaded. */
export function DeskWait() {
  return (
    <p className="desk-wait quiet" aria-busy="true">
      <span className="visually-hidden">{t('loading')}</span>
    </p>
  )
}
