const key = 'prelude-popup-asks-passkey'

/**
 * Some systems show the prompt for a passkey in a window of their own. Then the browser closes the popup, which loses
 * the focus, and no answer ever comes. The next popup finds that out.
 */
export interface CutOff {
  /** An earlier popup was closed while it asked. */
  hasHappened(): boolean
  /** Runs a question for a passkey; what it leaves behind when the page is closed meanwhile is found by the next. */
  during<T>(ask: () => Promise<T>): Promise<T>
}

/** @param store of the extension's pages */
export function createCutOff(store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): CutOff {
  const hasHappened = store.getItem(key) !== null
  return {
    hasHappened: () => hasHappened,
    async during(ask) {
      store.setItem(key, '1')
      try {
        return await ask()
      } finally {
        store.removeItem(key)
      }
    },
  }
}
