import { createContext } from 'react'
import type { Scan } from './scan'

/** The allowances found so far, by chain and account: kept while the page is open and the wallet unlocked. */
export const ScansContext = createContext(new Map<string, Scan>())
