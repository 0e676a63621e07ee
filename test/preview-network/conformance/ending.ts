import { afterAll } from 'vitest'
import { stopNetworks } from './target.ts'

// Run before each file of tests. Files of one process share their modules, so a hook in one of those would run once.
afterAll(stopNetworks)
