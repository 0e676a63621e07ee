// Replaces the sections of a page that change. Without this script the page is the same, only still.

const { source } = document.currentScript.dataset
const state = document.querySelector('.live-state')
const pause = document.querySelector('.pause')
const canHover = matchMedia('(hover: hover)')
/** What came while a section was held. @type {Map<string, string>} */
const waiting = new Map()
let isPaused = false

/** Rows must not move under a pointer or away from the keyboard's focus. */
function isHeld(section) {
  if (isPaused) return true
  if (section.matches(':focus-within')) return true
  return canHover.matches && 'hold' in section.dataset && section.matches(':hover')
}

function show(section, html) {
  const keys = new Set([...section.querySelectorAll('[data-key]')].map(row => row.dataset.key))
  const open = [...section.querySelectorAll('details')].map(details => details.open)
  section.innerHTML = html
  for (const [index, details] of [...section.querySelectorAll('details')].entries()) details.open = open[index] ?? false
  for (const row of section.querySelectorAll('[data-key]')) row.classList.toggle('new', !keys.has(row.dataset.key))
}

function update(id, html) {
  const section = document.getElementById(id)
  if (section === null) return
  if (isHeld(section)) waiting.set(id, html)
  else {
    waiting.delete(id)
    show(section, html)
  }
}

function showWaiting() {
  for (const [id, html] of waiting) update(id, html)
}

function say(text) {
  if (state !== null && state.textContent !== text) state.textContent = text
}

const events = new EventSource(source)
events.addEventListener('open', () => say(isPaused ? 'Paused' : 'Live'))
events.addEventListener('error', () => say('Reconnecting'))
events.addEventListener('message', ({ data }) => {
  for (const [id, html] of Object.entries(JSON.parse(data))) update(id, html)
})
addEventListener('pagehide', () => events.close())
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())

for (const section of document.querySelectorAll('[data-live]')) {
  section.addEventListener('pointerleave', showWaiting)
  section.addEventListener('focusout', () => setTimeout(showWaiting))
}

if (pause !== null) {
  pause.hidden = false
  pause.addEventListener('click', () => {
    isPaused = !isPaused
    pause.setAttribute('aria-pressed', String(isPaused))
    say(isPaused ? 'Paused' : 'Live')
    showWaiting()
  })
}
