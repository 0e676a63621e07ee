import { type ReactNode, useId } from 'react'
import type { Icon } from './Button'

interface FileButtonProps {
  icon?: Icon
  /** Types and endings, as `<input accept>` takes them. */
  accept: string
  testId: string
  onFile(file: File): void
  children: ReactNode
}

/** A button that asks for a file. */
export function FileButton({ icon: Mark, accept, testId, onFile, children }: FileButtonProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="button button-small file-button">
      {Mark !== undefined && <Mark size={14} aria-hidden="true" />}
      {children}
      <input
        id={id}
        className="visually-hidden"
        type="file"
        accept={accept}
        data-testid={testId}
        onChange={event => {
          const [file] = event.target.files ?? []
          // Emptied, so that choosing the same file again is a change.
          event.target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </label>
  )
}
