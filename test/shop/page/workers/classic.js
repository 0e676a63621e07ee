// A classic worker, as pages have written them for years: nothing in it knows of a wallet.
importScripts('./part.js')

const failureOf = task => {
  try {
    task()
    return 'none'
  } catch (error) {
    return error.name
  }
}

const report = {
  part: self.part,
  name: self.name,
  location: [String(self.location), self.location.pathname, self.location.origin, self.location.search],
  origin: self.origin,
  requests: [new Request('a?b').url, new Request(new URL('c', self.location)).url, new Request('d') instanceof Request],
  constructor: [new Request('e').constructor === Request, self.constructor.name],
  sockets: [failureOf(() => new WebSocket('no address://')), failureOf(() => new Request('http://['))],
  events: (() => {
    const source = new EventSource('../nothing')
    source.close()
    return source.url
  })(),
  static: WebSocket.OPEN,
}

async function look() {
  const cache = await caches.open('workers')
  await cache.put('kept', new Response('kept'))
  await cache.add('./part.js')
  const kept = await (await caches.match('./kept')).text()
  const keys = (await cache.keys()).map(({ url }) => url)
  await caches.delete('workers')
  const asynchronous = await new Promise(resolve => {
    const request = new XMLHttpRequest()
    request.open('GET', './part.js')
    request.onloadend = () => resolve([request.status, request.responseURL])
    request.send()
  })
  const synchronous = new XMLHttpRequest()
  synchronous.open('GET', './part.js', false)
  synchronous.send()
  const fetched = await fetch('part.js')
  const missing = await fetch('./missing')
  return {
    cache: [kept, keys],
    asynchronous,
    synchronous: [synchronous.status, synchronous.responseURL],
    fetched: [fetched.url, (await fetched.text()).length],
    missing: missing.status,
    imported: (await import('./module-part.js')).part,
  }
}

postMessage(report)
self.onmessage = async ({ data, ports }) => {
  if (data === 'look') postMessage(await look())
  else if (data === 'throw')
    setTimeout(() => {
      throw new RangeError('as asked')
    })
  else if (data === 'nest') {
    const nested = new Worker('./nested.js?deep', { name: 'nested' })
    nested.onmessage = ({ data: told }) => {
      postMessage({ nested: told })
      nested.terminate()
    }
  } else if (data === 'pay') {
    const answer = await fetch('../api/beans')
    postMessage([answer.status, answer.url, await answer.text()])
  } else if (ports.length > 0) ports[0].postMessage(['by port', data])
  else postMessage(['got', data, data?.bytes?.byteLength])
}
