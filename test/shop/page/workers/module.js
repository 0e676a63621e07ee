import { part } from './module-part.js'

postMessage({ part, module: import.meta.url, resolved: import.meta.resolve('./x'), location: String(self.location) })
self.onmessage = async ({ data }) => {
  if (data === 'pay') {
    const request = new XMLHttpRequest()
    request.open('GET', '../api/beans')
    request.onloadend = () => postMessage([request.status, request.responseURL, request.responseText])
    request.send()
    return
  }
  const { part: late } = await import('./module-part.js')
  postMessage(['got', data, late])
}
