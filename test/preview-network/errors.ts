/** Base of every error with which the network refuses to start, or to do what its API was asked for. */
export abstract class PreviewNetworkError extends Error {}

/** An option that the network does not have, or a value that it does not take. */
export class OptionsError extends PreviewNetworkError {
  override readonly name = 'OptionsError'
  /** What is wrong; `option` is empty where the message names the option itself. */
  readonly issues: readonly { option: string; message: string }[]

  constructor(issues: readonly { option: string; message: string }[]) {
    super(issues.map(({ option, message }) => (option === '' ? message : `${option}: ${message}`)).join('\n'))
    this.issues = issues
  }
}

/** Another program listens on the port. */
export class PortTakenError extends PreviewNetworkError {
  override readonly name = 'PortTakenError'
  readonly host: string
  readonly port: number

  constructor(host: string, port: number) {
    super(`The port ${port} of ${host} is in use. Stop the program that uses it, or take port 0 for a free one.`)
    this.host = host
    this.port = port
  }
}

/** There is no Anvil to run. */
export class AnvilMissingError extends PreviewNetworkError {
  override readonly name = 'AnvilMissingError'
  /** Where it was looked for. */
  readonly places: readonly string[]

  constructor(places: readonly string[]) {
    super(
      `Anvil was not found. Looked for: ${places.join(', ')}. Install it with \`npm install --save-dev @foundry-rs/anvil\` ` +
        'without --omit=optional, or install Foundry (https://getfoundry.sh), or name the binary with --anvil.',
    )
    this.places = places
  }
}

/** The Anvil that was found is not of a version that the network works with. */
export class AnvilVersionError extends PreviewNetworkError {
  override readonly name = 'AnvilVersionError'
  readonly found: string
  readonly wanted: string
  readonly path: string

  constructor(path: string, found: string, wanted: string) {
    super(
      `${path} is Anvil ${found}; the network needs ${wanted}. Install that version, or name another binary with --anvil.`,
    )
    this.path = path
    this.found = found
    this.wanted = wanted
  }
}

/** Anvil was found and did not start. */
export class AnvilStartError extends PreviewNetworkError {
  override readonly name = 'AnvilStartError'
}

/** The folder holds something that is not the state of this network. */
export class StateError extends PreviewNetworkError {
  override readonly name = 'StateError'
}

/** Another running network uses the folder. */
export class StateInUseError extends PreviewNetworkError {
  override readonly name = 'StateInUseError'
  readonly folder: string
  /** Process id of the other network. */
  readonly pid: number

  constructor(folder: string, pid: number) {
    super(`${folder} is used by the network of process ${pid}. Stop that one, or choose another folder.`)
    this.folder = folder
    this.pid = pid
  }
}

/** The faucet did not give. */
export class FaucetError extends PreviewNetworkError {
  override readonly name = 'FaucetError'
  /** HTTP status with which the faucet's address would have answered. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
