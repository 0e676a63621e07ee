import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const read = (name: string) => readFileSync(join(import.meta.dirname, 'static', name), 'utf8')

export const style = read('style.css')
export const script = read('live.js')
export const icon = read('icon.svg')
