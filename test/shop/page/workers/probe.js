// What a page can tell of its workers. A browser without the wallet is the judge of the answers.

/** A page that wants its addresses made by a policy of its own has one. */
const policy = location.search.includes('typed')
  ? trustedTypes.createPolicy('workers', { createScriptURL: address => address })
  : { createScriptURL: address => address }
const start = (address, options) => new Worker(policy.createScriptURL(address), options)

const written = new Set()
function blobOf(code) {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  written.add(url)
  return url
}

// Of scripts in blobs it lets those through that the page itself wrote.
if (location.search.includes('judging'))
  trustedTypes.createPolicy('default', {
    createScriptURL: address => (!address.startsWith('blob:') || written.has(address) ? address : null),
  })

/** The next messages and errors of a worker, as many as are asked for. */
function heard(worker, count) {
  return new Promise(resolve => {
    const seen = []
    const add = (...what) => {
      seen.push(what)
      if (seen.length === count) resolve(seen)
    }
    worker.addEventListener('message', ({ data, ports }) => add('message', data, ports.length))
    worker.onerror = event => {
      event.preventDefault()
      add('error', event.constructor.name, event.message, event.filename, event.lineno)
      // It did not start: nothing else is heard of it.
      if (!(event instanceof ErrorEvent)) resolve(seen)
    }
  })
}

async function classic(isNesting) {
  const worker = start('/workers/classic.js?with=query', { name: 'named' })
  const bytes = new Uint8Array(8).buffer
  const changed = { text: 'as sent', bytes }
  const { port1, port2 } = new MessageChannel()
  const byPort = new Promise(resolve => {
    port1.onmessage = ({ data }) => resolve(data)
  })
  const messages = heard(worker, 4)
  worker.postMessage(changed, [bytes])
  changed.text = 'changed later'
  worker.postMessage('with a port', { transfer: [port2] })
  worker.postMessage('second')
  worker.postMessage(undefined)
  const failed = (() => {
    try {
      worker.postMessage(() => undefined)
      return 'sent'
    } catch (error) {
      return error.name
    }
  })()
  const early = await messages
  const detached = bytes.byteLength
  worker.postMessage('look')
  const [looked] = await heard(worker, 1)
  if (isNesting) worker.postMessage('nest')
  const [nested] = isNesting ? await heard(worker, 1) : []
  worker.postMessage('throw')
  const [thrown] = await heard(worker, 1)
  worker.terminate()
  const kinds = [worker instanceof Worker, worker.constructor === Worker, String(worker), Worker.name]
  return { early, failed, detached, byPort: await byPort, looked, nested, thrown, kinds }
}

async function modules() {
  const worker = start(new URL('/workers/module.js', location), { type: 'module' })
  worker.postMessage('early')
  const seen = await heard(worker, 2)
  worker.terminate()
  return seen
}

async function fromBlob(type) {
  const code = `postMessage([location.protocol, '${type}']); onmessage = ({ data }) => postMessage(['got', data])`
  const url = blobOf(code)
  const workers = [start(url, { type }), start(url, { type })]
  URL.revokeObjectURL(url)
  const seen = workers.map(worker => heard(worker, 2))
  for (const worker of workers) worker.postMessage('early')
  const all = await Promise.all(seen)
  const isGone = await fetch(url).then(
    () => false,
    () => true,
  )
  return [all, isGone]
}

async function failures() {
  const of = (...given) => heard(start(...given), 1).then(([first]) => first)
  const thrower = start('/workers/throws.js')
  const threw = (() => {
    try {
      return String(start('http://['))
    } catch (error) {
      return error.name
    }
  })()
  const crossOrigin = (() => {
    try {
      return heard(start(`${location.origin.replace('127.0.0.1', 'localhost')}/workers/part.js`), 1)
    } catch (error) {
      return error.name
    }
  })()
  const ended = start('/workers/classic.js')
  let afterEnd = 0
  ended.onmessage = () => afterEnd++
  ended.postMessage('never')
  ended.terminate()
  ended.postMessage('after the end')
  return {
    thrower: await heard(thrower, 2),
    missing: [await of('/workers/none.js'), await of('/workers/none.js', { type: 'module' })],
    moved: [await of('/workers/moved'), await of('/workers/moved', { type: 'module' })],
    renamed: [await of('/workers/renamed#part'), await of('/workers/renamed', { type: 'module' })],
    fenced: [await of('/workers/fenced.js'), await of('/workers/fenced.js', { type: 'module' })],
    threw,
    crossOrigin: await crossOrigin,
    afterEnd,
    data: await of("data:text/javascript,postMessage('of data')"),
  }
}

async function canvas() {
  const code = 'onmessage = ({ data }) => postMessage([data.constructor.name, data.width])'
  const worker = start(blobOf(code))
  const offscreen = Object.assign(document.createElement('canvas'), { width: 7 }).transferControlToOffscreen()
  worker.postMessage(offscreen, [offscreen])
  return heard(worker, 1)
}

/** Only an isolated page may. */
async function memory() {
  if (!crossOriginIsolated) return null
  const code = `onmessage = ({ data: [memory, module] }) => {
    Atomics.add(new Int32Array(memory), 0, 1)
    postMessage([crossOriginIsolated, memory.constructor.name, String(module)])
  }`
  const worker = start(blobOf(code))
  const shared = new SharedArrayBuffer(4)
  worker.postMessage([shared, new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))])
  return [await heard(worker, 1), new Int32Array(shared)[0]]
}

/** `isNesting`: whether a worker starts another one too. */
window.probe = async isNesting => ({
  classic: await classic(isNesting),
  modules: await modules(),
  blobs: [await fromBlob('classic'), await fromBlob('module')],
  failures: await failures(),
  canvas: await canvas(),
  memory: await memory(),
})
