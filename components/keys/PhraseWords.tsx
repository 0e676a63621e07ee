import './keys.css'

/** The words of a recovery phrase, numbered; dots in their place while `shown` is false. */
export function PhraseWords({ phrase, shown }: { phrase: string; shown: boolean }) {
  return (
    <ol className="phrase" data-testid="phrase-words" dir="ltr" translate="no">
      {phrase
        .normalize('NFC')
        .split(' ')
        .map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same word may be in a phrase twice
          <li key={index}>{shown ? word : <Dots count={6} />}</li>
        ))}
    </ol>
  )
}

/** Dots in place of a secret, hidden from screen readers. */
export function Dots({ count }: { count: number }) {
  return <span aria-hidden="true">{'•'.repeat(count)}</span>
}
