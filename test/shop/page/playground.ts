import './dapp.ts'
import { byId, explain, fieldById } from './dom.ts'

/** What an answer looked like to this page. */
interface Seen {
  status: number
  headers: string[]
  text: string
}

const headersShown = ['content-type', 'payment-required', 'payment-response']

async function byFetch(method: string, url: string, body: string | undefined): Promise<Seen> {
  const init = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
  const response = await fetch(url, { method, ...init })
  const headers = headersShown.flatMap(name => {
    const value = response.headers.get(name)
    return value === null ? [] : [`${name}: ${value}`]
  })
  return { status: response.status, headers, text: await response.text() }
}

function byRequest(method: string, url: string, body: string | undefined): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    if (body !== undefined) request.setRequestHeader('content-type', 'application/json')
    request.addEventListener('load', () => {
      const headers = request.getAllResponseHeaders().trim().split('\r\n')
      const shown = headers.filter(line => headersShown.some(name => line.startsWith(`${name}:`)))
      resolve({ status: request.status, headers: shown, text: request.responseText })
    })
    request.addEventListener('error', () => reject(new Error('The request failed.')))
    request.send(body ?? null)
  })
}

/** Nothing here knows how to pay: a wallet that pays by itself shows in the answer. */
async function call({ dataset: { method = 'GET', url = '', body } }: HTMLButtonElement): Promise<void> {
  const answer = byId('answer')
  const asked = `${method} ${url}`
  answer.dataset.state = 'waiting'
  answer.textContent = `${asked}\n…`
  try {
    const { status, headers, text } = await (fieldById('xhr').checked ? byRequest : byFetch)(method, url, body)
    answer.dataset.state = String(status)
    answer.textContent = [asked, status, ...headers, '', text].join('\n')
  } catch (error) {
    answer.dataset.state = 'failed'
    answer.textContent = `${asked}\n${explain(error)}\n\nThe browser lets this page see nothing of the answer.`
  }
}

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-url]'))
  button.addEventListener('click', () => void call(button))
