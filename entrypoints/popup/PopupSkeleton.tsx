/** The same boxes as the static page, until the worker has answered for the first time. */
export function PopupSkeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      <div className="skeleton-bar" />
      <div className="skeleton-balance" />
      <div className="skeleton-actions" />
    </div>
  )
}
