/** Base of every error of the fixtures: each says what to do. */
export abstract class WalletFixtureError extends Error {}

/** No browser was found that can run the extension. */
export class BrowserMissingError extends WalletFixtureError {
  override readonly name = 'BrowserMissingError'
  constructor(chosen: string | undefined, oldest: number) {
    super(
      chosen === undefined
        ? `No Chromium of version ${oldest} or newer was found. Run \`npx playwright install chromium\`, or set PRELUDE_CHROMIUM.`
        : `${chosen} is not a Chromium of version ${oldest} or newer. Name another one, or none.`,
    )
  }
}

/** The folder of the extension is not there, or holds something else. */
export class ExtensionMissingError extends WalletFixtureError {
  override readonly name = 'ExtensionMissingError'
  readonly folder: string
  constructor(folder: string) {
    super(
      `${folder} is not the folder of a built extension: it has no manifest.json. Correct the option \`extension\`.`,
    )
    this.folder = folder
  }
}

/** The extension is of another version than the fixtures, whose screens they would not find. */
export class ExtensionVersionError extends WalletFixtureError {
  override readonly name = 'ExtensionVersionError'
  readonly found: string
  readonly wanted: string
  constructor(folder: string, found: string, wanted: string) {
    super(
      `The extension in ${folder} has the version ${found}, these fixtures drive ${wanted}. Install prelude-fixtures ${found}, or leave out the option \`extension\`.`,
    )
    this.found = found
    this.wanted = wanted
  }
}

/** Another test or worker uses the profile. */
export class ProfileInUseError extends WalletFixtureError {
  override readonly name = 'ProfileInUseError'
  readonly folder: string
  /** Process that uses it. */
  readonly pid: number
  constructor(folder: string, pid: number) {
    super(
      `The profile ${folder} is used by process ${pid}. Leave out the option \`profile\`, and each test gets its own; or run with one worker.`,
    )
    this.folder = folder
    this.pid = pid
  }
}

/** The profile has a wallet already. */
export class ProfileHasWalletError extends WalletFixtureError {
  override readonly name = 'ProfileHasWalletError'
  constructor(asked: string) {
    super(
      `${asked}: the profile has another wallet already. Call wallet.import() without a phrase, or remove the folder.`,
    )
  }
}

/** Something was asked of a wallet that does not exist yet. */
export class NoWalletError extends WalletFixtureError {
  override readonly name = 'NoWalletError'
  constructor(asked: string) {
    super(`${asked} needs a wallet: call wallet.create() or wallet.import() first.`)
  }
}

/** The decision names dangers that the test did not say to accept, or cannot be approved at all. */
export class DecisionDangerousError extends WalletFixtureError {
  override readonly name = 'DecisionDangerousError'
  /** Codes of the dangers. */
  readonly codes: readonly string[]
  /** @param canBeAccepted a person may approve it nevertheless */
  constructor(codes: readonly string[], canBeAccepted: boolean) {
    super(
      canBeAccepted
        ? `The decision is dangerous: ${codes.join(', ')}. Call wallet.approve({ evenDangers: true }), or wallet.reject().`
        : `The decision cannot be approved: ${codes.join(', ')}. Call wallet.reject().`,
    )
    this.codes = codes
  }
}

/** A test ended while the wallet waited for the person. */
export class DecisionWaitsError extends WalletFixtureError {
  override readonly name = 'DecisionWaitsError'
  constructor(kinds: readonly string[]) {
    super(
      `The test ended while ${kinds.length === 1 ? 'a decision waits' : `${kinds.length} decisions wait`}: ${kinds.join(', ')}. ` +
        'Call wallet.approve() or wallet.reject().',
    )
  }
}
