import { useEffect, useState } from 'react'
import { useAnswer, useClient, useReportFault, useSlice } from '@/components/app'
import type { ListedTokenView } from '@/lib/language/ui'
import type { LeftOut } from './files/contents'
import { type Counts, type Progress, readProgress, type Step, withLeft, writeProgress } from './progress'

export interface Moving {
  step: Step
  left: Progress['left']
  now: Counts
  /** What came since the moving began. */
  came: Counts
  /** The tokens of every network. */
  tokens: readonly ListedTokenView[]
  go(step: Step): void
  /** Says what was not taken over, and reads again what was. */
  settle(left: readonly LeftOut[]): void
  /** It is over. */
  end(): void
}

/** The moving that is under way, or a new one; `null` until that is known. */
export function useMoving(): Moving | null {
  const reportFault = useReportFault()
  const [tokens, readTokens] = useListedTokens()
  const found = useCounts(tokens)
  const now = found?.counts ?? null
  const [progress, setProgress] = useState<Progress | null>(null)
  const isKnown = now !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the numbers of the wallet are known
  useEffect(() => {
    if (found === null) return
    let isShown = true
    readProgress()
      .then(stored => {
        if (!isShown) return
        const isOurs = stored !== null && stored.of === found.of
        setProgress(isOurs ? stored : { of: found.of, step: 'phrases', before: found.counts, left: [] })
      })
      .catch(reportFault)
    return () => {
      isShown = false
    }
  }, [isKnown])
  if (progress === null || now === null || tokens === null) return null
  const change = (next: Progress) => {
    setProgress(next)
    writeProgress(next).catch(reportFault)
  }
  const { step, before, left } = progress
  return {
    step,
    left,
    now,
    came: {
      phrases: added(now.phrases, before.phrases),
      accounts: added(now.accounts, before.accounts),
      contacts: added(now.contacts, before.contacts),
      networks: added(now.networks, before.networks),
      tokens: added(now.tokens, before.tokens),
    },
    tokens,
    go: next => change({ ...progress, step: next }),
    settle(more) {
      change(withLeft(progress, more))
      readTokens()
    },
    end: () => void writeProgress(null).catch(reportFault),
  }
}

function added(now: number, before: number): number {
  return Math.max(0, now - before)
}

/** How many of each the wallet has; `null` until all are known. */
function useCounts(tokens: readonly ListedTokenView[] | null): (Pick<Progress, 'of'> & { counts: Counts }) | null {
  const client = useClient()
  const accounts = useSlice('accounts')
  const contacts = useSlice('contacts')
  const networks = useSlice('networks')
  // A new phrase comes with a new account.
  const [found] = useAnswer(() => client.call('phrase.list', {}), [accounts])
  const phrases = found?.phrases
  if (accounts === undefined || contacts === undefined || networks === undefined) return null
  if (tokens === null || phrases === undefined) return null
  return {
    of: phrases[0]?.id ?? null,
    counts: {
      phrases: phrases.length,
      accounts: accounts.length,
      contacts: contacts.length,
      networks: networks.length,
      tokens: tokens.filter(({ source }) => source !== 'found').length,
    },
  }
}

function useListedTokens(): [tokens: readonly ListedTokenView[] | null, readAgain: () => void] {
  const client = useClient()
  const [reading, setReading] = useState(0)
  const [found] = useAnswer(() => client.call('token.everywhere', {}), [reading])
  return [found?.tokens ?? null, () => setReading(before => before + 1)]
}
