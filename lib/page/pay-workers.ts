import type { Ask, PayScope } from './pay'
import type { WorkerParts } from './pay-start-worker'

/**
 * Has the requests that dedicated workers make themselves paid like the page's own. No script of an extension runs in a
 * worker: it starts from a few lines of ours (`pay-start-worker.ts`), which wrap its requests and then load its own
 * script. Where the page's policy forbids such a start, the worker runs as the page wrote it, and is not paid for.
 *
 * The text of this function runs in the workers too, which may start workers: it uses nothing outside itself.
 */
export function payForWorkers(target: PayScope, ask: Ask, parts: WorkerParts): void {
  const Original = target.Worker
  const { URL, Blob, ErrorEvent } = target
  const revoke = URL.revokeObjectURL.bind(URL)
  /** No page writes it by chance into a message of its own. */
  const mark = target.crypto.randomUUID()
  /** Addresses of blobs that a worker is about to load, and those of them that the page wants revoked. */
  const loading: string[] = []
  const revoked = new Set<string>()
  let isForbidden = false

  target.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) => {
    isForbidden ||= blockedURI === 'blob' && effectiveDirective === 'worker-src'
  })
  // A page may revoke an address as soon as it has started a worker from it.
  URL.revokeObjectURL = address => {
    if (loading.includes(address)) revoked.add(address)
    else revoke(address)
  }

  function loaded(address: string): void {
    const index = loading.indexOf(address)
    if (index >= 0) loading.splice(index, 1)
    if (!loading.includes(address) && revoked.delete(address)) revoke(address)
  }

  /**
   * The address of a worker's script, where it is of this page's origin. An address that a policy of the page made or
   * would judge (Trusted Types) stays as it is: the page would not take another address.
   */
  function ownAddress(address: unknown): string | null {
    if (isForbidden || hasDefaultPolicy() || (typeof address !== 'string' && !(address instanceof URL))) return null
    const url = URL.parse(address, (target.document as Document | undefined)?.baseURI ?? target.location.href)
    return url?.origin === target.location.origin ? url.href : null
  }

  function hasDefaultPolicy(): boolean {
    const types: unknown = Reflect.get(target, 'trustedTypes')
    return types instanceof Object && Boolean(Reflect.get(types, 'defaultPolicy'))
  }

  /** Addresses of the scripts that start the worker: the first one is its own. */
  function startOf(address: string, isModule: boolean): string[] {
    const { payForRequests: requests, payForWorkers: workers, startWorker: start } = parts
    const given = JSON.stringify({ address, mark, isModule })
    const text = `(${start})(self,${given},{payForRequests:${requests},payForWorkers:${workers},startWorker:${start}})`
    const script = (code: string) => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
    const first = script(text)
    return isModule ? [script(`import${JSON.stringify(first)};import${JSON.stringify(address)}`), first] : [first]
  }

  target.Worker = class extends Original {
    static override readonly name = 'Worker'
    /** The messages that the page sent before the worker's script was loaded; `null` after that. */
    #early: { message: unknown; transfer: Transferable[] }[] | null = null
    /** The worker as the page wrote it, in place of this one. */
    #asWritten: Worker | null = null
    #started: () => void = () => undefined
    /** Payments that its script sends, until it has their answer. */
    #unanswered = new Set<unknown>()
    #isEnded = false

    constructor(address: string | URL, options?: WorkerOptions) {
      const own = ownAddress(address)
      const start = own === null ? [] : startOf(own, options?.type === 'module')
      super(start[0] ?? address, options)
      if (own === null) return
      loading.push(own)
      this.#early = []
      this.#started = () => {
        for (const script of start.splice(0)) revoke(script)
        loaded(own)
      }
      // Registered before any of the page's own, so that none of them sees what is ours.
      this.addEventListener('message', event => {
        const { data, ports } = event
        if (!Array.isArray(data) || data[0] !== mark) return
        event.stopImmediatePropagation()
        const [port] = ports
        if (port) void this.#answer(port, data[1], data[2])
        else if (data[1] === 'forbidden') this.#runAsWritten(address, options)
        else this.#sendEarly()
      })
      this.addEventListener('error', (event: Event) => {
        // An error of the worker's own script says where it was. This is what becomes of a start that is forbidden, or
        // of a script that is not there.
        if (this.#early === null || event instanceof ErrorEvent) return
        event.stopImmediatePropagation()
        this.#runAsWritten(address, options)
      })
    }

    override postMessage(message: unknown, given?: Transferable[] | StructuredSerializeOptions): void {
      const transfer = (Array.isArray(given) ? given : given?.transfer) ?? []
      // The message is copied now, because the page may change it before it is sent.
      if (this.#early !== null) this.#early.push(target.structuredClone({ message, transfer }, { transfer }))
      else if (this.#asWritten !== null) this.#asWritten.postMessage(message, transfer)
      else super.postMessage(message, transfer)
    }

    override terminate(): void {
      this.#asWritten?.terminate()
      super.terminate()
      this.#early = null
      this.#isEnded = true
      this.#started()
      this.#giveUp()
    }

    async #answer(port: MessagePort, method: string, parameters: unknown): Promise<void> {
      try {
        if (method === 'prelude_http402Answered') this.#unanswered.delete((parameters as { id: unknown }).id)
        const result = await ask(method, parameters)
        port.postMessage([result])
        if (method !== 'prelude_payHttp402') return
        this.#unanswered.add(result)
        if (this.#isEnded) this.#giveUp()
      } catch {
        // Refused. The worker hears that, and not why, as the page does.
        port.postMessage([])
      }
    }

    /** Nobody sends these payments any more, or hears their answer. */
    #giveUp(): void {
      for (const id of this.#unanswered) {
        const nothing = { id, status: 0, settlement: null, terms: null }
        // The wallet also finds out from the chain.
        void ask('prelude_http402Answered', nothing).catch(() => undefined)
      }
      this.#unanswered.clear()
    }

    #sendEarly(): void {
      const early = this.#early ?? []
      this.#early = null
      for (const { message, transfer } of early) this.postMessage(message, transfer)
      this.#started()
    }

    #runAsWritten(address: string | URL, options: WorkerOptions | undefined): void {
      super.terminate()
      const worker = new Original(address, options)
      this.#asWritten = worker
      for (const name of ['message', 'messageerror', 'error'] as const)
        worker.addEventListener(name, event => {
          const Same = event.constructor as new (type: string, from: Event) => Event
          if (!this.dispatchEvent(new Same(event.type, event))) event.preventDefault()
        })
      this.#sendEarly()
    }
  }
}
