import type { GalleryState } from '../state.ts'
import { stateGroups, states } from '../states/index.ts'

/**
 * The index page: the tree of states, the switches of the look, and the chosen state in a frame. The address holds the
 * choice.
 */

/** Width and height in CSS pixels; the first is the page's own. */
const sizes: Readonly<Record<string, { width: number; height: number }>> = {
  popup: { width: 360, height: 600 },
  approval: { width: 375, height: 660 },
  home: { width: 1280, height: 800 },
  sidePanel: { width: 360, height: 800 },
  panel: { width: 960, height: 400 },
  'at 200 %': { width: 320, height: 400 },
}

const tree = element('tree', HTMLDivElement)
const filter = element('filter', HTMLInputElement)
const look = element('look', HTMLFormElement)
const page = element('page', HTMLIFrameElement)
const alone = element('alone', HTMLAnchorElement)
const note = element('note', HTMLOutputElement)
const size = select('size')

function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`)
  return found
}

function select(name: string): HTMLSelectElement {
  const found = look.elements.namedItem(name)
  if (!(found instanceof HTMLSelectElement)) throw new Error(`the page has no switch ${name}`)
  return found
}

/** `#state?scheme=dark&text=de` */
function chosen(): { state: GalleryState; choices: URLSearchParams } {
  const [name = '', query = ''] = decodeURIComponent(location.hash.slice(1)).split('?')
  const state = states.find(candidate => candidate.name === name) ?? states[0]
  if (state === undefined) throw new Error('the gallery is empty')
  return { state, choices: new URLSearchParams(query) }
}

function show(): void {
  const { state, choices } = chosen()
  for (const name of ['scheme', 'text', 'direction']) {
    const control = select(name)
    control.value = choices.get(name) ?? control.options[0]?.value ?? ''
  }
  size.value = choices.get('size') ?? 'own'
  const own = state.sidePanel === true ? 'sidePanel' : state.page
  const { width, height } = sizes[size.value === 'own' ? own : size.value] ?? { width: 360, height: 600 }
  page.style.width = `${width}px`
  page.style.height = `${height}px`
  const query = new URLSearchParams({
    state: state.name,
    text: select('text').value,
    direction: select('direction').value,
    scheme: select('scheme').value,
  })
  const address = `/entrypoints/${state.page}/index.html?${query}`
  note.textContent = ''
  if (page.getAttribute('src') !== address) page.src = address
  alone.href = address
  for (const link of tree.querySelectorAll('a')) {
    const isChosen = link.textContent === state.name
    if (isChosen) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
    if (!isChosen) continue
    link.closest('details')?.setAttribute('open', '')
    link.scrollIntoView({ block: 'nearest' })
  }
}

function choose(name: string, choices: URLSearchParams): void {
  location.hash = choices.size === 0 ? name : `${name}?${choices}`
}

function drawTree(): void {
  const wanted = filter.value.trim().toLowerCase()
  tree.replaceChildren(
    ...Object.entries(stateGroups).flatMap(([subject, group]) => {
      const matching = group.filter(({ name }) => name.includes(wanted))
      if (matching.length === 0) return []
      const details = document.createElement('details')
      details.open = wanted !== ''
      const summary = document.createElement('summary')
      summary.textContent = `${subject} (${matching.length})`
      details.append(summary, ...matching.map(({ name }) => link(name)))
      return [details]
    }),
  )
}

function link(name: string): HTMLAnchorElement {
  const anchor = document.createElement('a')
  anchor.textContent = name
  anchor.href = `#${name}`
  anchor.addEventListener('click', event => {
    event.preventDefault()
    choose(name, chosen().choices)
  })
  return anchor
}

size.append(
  ...['own', ...Object.keys(sizes)].map(name => {
    const given = sizes[name]
    return new Option(given === undefined ? 'its own' : `${name}: ${given.width} × ${given.height}`, name)
  }),
)
look.addEventListener('change', () => {
  const { state, choices } = chosen()
  for (const name of ['scheme', 'text', 'direction', 'size']) {
    const control = select(name)
    if (control.selectedIndex === 0) choices.delete(name)
    else choices.set(name, control.value)
  }
  choose(state.name, choices)
})
filter.addEventListener('input', () => {
  drawTree()
  show()
})
addEventListener('hashchange', show)
addEventListener('message', event => {
  if (event.source !== page.contentWindow || event.origin !== location.origin) return
  note.textContent = event.data?.gallery === 'stuck' ? `Its steps could not all be done: ${event.data.reason}` : ''
})
drawTree()
show()
