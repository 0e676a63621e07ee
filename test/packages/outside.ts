import { delimiter, dirname } from 'node:path'
import { root } from '../commands/project.ts'

/** Settings of npm that belong to the machine; the others are those of this repository. */
const ofTheMachine = /^npm_config_(?:registry|cache|cafile|userconfig|globalconfig|proxy|https_proxy|noproxy)$/i

/** The environment outside this repository: none of its commands, and none of its settings for npm. */
export function outside(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|PRELUDE_|VITEST|NODE_ENV|INIT_CWD)/.test(name) || ofTheMachine.test(name),
  )
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => !folder.startsWith(root))
  // The Node that runs the tests, which may be that of the repository.
  return { ...Object.fromEntries(kept), PATH: [dirname(process.execPath), ...folders].join(delimiter) }
}
