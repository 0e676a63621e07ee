import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { t } from '@/components/i18n'

/** A recovery phrase, numbered. */
export function SecretWords({ phrase }: { phrase: string }) {
  const words = phrase.split(' ')
  return (
    <Secret>
      {shown => (
        <ol className="phrase" data-testid="phrase-words" dir="ltr" translate="no">
          {words.map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same word may be in a phrase twice
            <li key={index}>{shown ? word : <Dots count={6} />}</li>
          ))}
        </ol>
      )}
    </Secret>
  )
}

function Dots({ count }: { count: number }) {
  return <span aria-hidden="true">{'•'.repeat(count)}</span>
}

/** In the page only while it is shown; hidden again when one looks away. */
function Secret({ children }: { children: (shown: boolean) => ReactNode }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!shown) return
    const hide = () => setShown(false)
    window.addEventListener('blur', hide)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('blur', hide)
      document.removeEventListener('visibilitychange', hide)
    }
  }, [shown])
  return (
    <div className="secret" data-shown={shown}>
      {children(shown)}
      <button
        type="button"
        className="button button-wide"
        aria-pressed={shown}
        data-testid="phrase-show"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff size={16} aria-hidden="true" /> : <Eye size={16} aria-hidden="true" />}
        {shown ? t('phrase_hide') : t('phrase_show')}
      </button>
    </div>
  )
}
