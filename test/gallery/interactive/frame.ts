import '../install.ts'
import { states } from '../states/index.ts'
import { play } from './play.ts'
import { applyScheme } from './scheme.ts'

/**
 * Runs in a page of the extension, before the page's own script: the stand-in, the colours asked for, then the state's
 * steps.
 */
const query = new URLSearchParams(location.search)
const scheme = query.get('scheme')
if (scheme === 'light' || scheme === 'dark') applyScheme(scheme)

const state = states.find(({ name }) => name === query.get('state'))
play(state?.steps ?? []).then(
  () => parent.postMessage({ gallery: 'shown' }, location.origin),
  (error: unknown) => parent.postMessage({ gallery: 'stuck', reason: String(error) }, location.origin),
)
