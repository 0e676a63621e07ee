import { t } from './i18n'

/** The same boxes as the static page, until the worker has answered for the first time. */
export function Skeleton({ boxes = true }: { boxes?: boolean }) {
  return (
    <main className="skeleton" aria-busy="true">
      <h1 className="visually-hidden">{t('extension_name')}</h1>
      {boxes && (
        <>
          <div className="skeleton-bar" />
          <div className="skeleton-balance" />
          <div className="skeleton-actions" />
        </>
      )}
    </main>
  )
}
