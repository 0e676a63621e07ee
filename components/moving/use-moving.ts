import { useEffect, useState } from 'react'
import { useClient, useReportFault, useSlice } from '@/components/client-context'
import type { ListedTokenView, PhraseView } from '@/lib/language/ui'
import type { LeftOut } from './files/contents'
import { type Counts, type Progress, readProgress, type Step, withLeft, writeProgress } from './progress'

export interface Moving {
  step: Step
  left: Progress['left']
  now: Counts
  /** What came since the moving began. */
  came: Counts
  /** Of every network. */
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
  const reportFault = useReportFault()
  const accounts = useSlice('accounts')
  const contacts = useSlice('contacts')
  const networks = useSlice('networks')
  const [phrases, setPhrases] = useState<readonly PhraseView[] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new phrase comes with a new account
  useEffect(() => {
    let isShown = true
    client
      .call('phrase.list', {})
      .then(found => {
        if (isShown) setPhrases(found.phrases)
      })
      .catch(reportFault)
    return () => {
      isShown = false
    }
  }, [client, accounts])
  if (accounts === undefined || contacts === undefined || networks === undefined) return null
  if (tokens === null || phrases === null) return null
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
  const reportFault = useReportFault()
  const [tokens, setTokens] = useState<readonly ListedTokenView[] | null>(null)
  const [reading, setReading] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when that is asked for
  useEffect(() => {
    let isShown = true
    client
      .call('token.everywhere', {})
      .then(found => {
        if (isShown) setTokens(found.tokens)
      })
      .catch(reportFault)
    return () => {
      isShown = false
    }
  }, [client, reading])
  return [tokens, () => setReading(before => before + 1)]
}
