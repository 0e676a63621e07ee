import { launchFirefox } from '../firefox/launch.ts'
import type { Engine } from './browser.ts'
import { type Build, type Launched, launchWithExtension } from './extension.ts'

type Options = Parameters<typeof launchWithExtension>[0]

/** How each browser is started, and the build for use on this machine that goes into it. */
export const browsers: Readonly<Record<Engine, { launch(options: Options): Promise<Launched>; build: Build }>> = {
  chromium: { launch: launchWithExtension, build: 'local' },
  firefox: { launch: launchFirefox, build: 'firefox' },
}

/** `firefox` with the argument `--firefox`. */
export function engineAskedFor(): Engine {
  return process.argv.includes('--firefox') ? 'firefox' : 'chromium'
}
