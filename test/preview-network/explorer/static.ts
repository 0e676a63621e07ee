import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const read = (name: string) => readFileSync(join(import.meta.dirname, 'static', name), 'utf8')

/** What every page has first, what only some have after it. */
const styles = ['base', 'front', 'facts', 'track', 'decoded']

export const style = styles.map(name => read(`style/${name}.css`)).join('\n')
export const script = read('live.js')
export const icon = read('icon.svg')
