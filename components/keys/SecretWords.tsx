import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useEffect, useState } from 'react'
import { Button } from '@/components/elements/Button'
import { t } from '@/components/i18n'
import { PhraseWords } from './PhraseWords'

/** A recovery phrase to be written down. In the page only while it is shown, and hidden when the window loses focus. */
export function SecretWords({ phrase }: { phrase: string }) {
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
      <PhraseWords phrase={phrase} shown={shown} />
      <Button
        wide
        icon={shown ? EyeOff : Eye}
        aria-pressed={shown}
        testId="phrase-show"
        onClick={() => setShown(!shown)}
      >
        {shown ? t('phrase_hide') : t('phrase_show')}
      </Button>
    </div>
  )
}
