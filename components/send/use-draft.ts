import { useEffect, useState } from 'react'
import type { Slices } from '@/lib/language/ui'
import { readDraft, type SendDraft, writeDraft } from './draft'

type Typed = Pick<SendDraft, 'to' | 'amount' | 'token'>

/** What was typed for the selected account and network, restored after the popup closed, and the way to change it. */
export function useDraft(
  selection: Slices['selection'] | undefined,
): [typed: Typed, type: (change: Partial<Typed>) => void] {
  const [typed, setTyped] = useState<Typed>({ to: '', amount: '', token: null })
  const networkId = selection?.networkId
  const from = selection?.address
  useEffect(() => {
    if (networkId === undefined || from === undefined) return
    let current = true
    void readDraft(networkId, from, Date.now()).then(draft => {
      if (!current || draft === null) return
      setTyped(now => (now.to === '' && now.amount === '' ? draft : now))
    })
    return () => {
      current = false
    }
  }, [networkId, from])
  return [
    typed,
    change => {
      const { to, amount, token } = { ...typed, ...change }
      setTyped({ to, amount, token })
      if (networkId !== undefined && from !== undefined)
        void writeDraft({ networkId, from, to, amount, token, at: Date.now() })
    },
  ]
}
