import { t } from '@/components/i18n'

/** In the place of a desk's page until its code or its first slice is here. */
export function DeskWait() {
  return (
    <p className="desk-wait quiet" aria-busy="true">
      <span className="visually-hidden">{t('loading')}</span>
    </p>
  )
}
