/**
 * The way between the two content scripts of a document: an event target that both hold and the page never sees. The
 * page's end makes it and hands it over as an event's `relatedTarget`, the only thing that passes between worlds as
 * itself. The two scripts find each other before the page's first script, whichever of them runs first. Events are
 * synchronous: no task is queued on the way.
 */

const askEvent = 'prelude:ask'
const offerEvent = 'prelude:offer'
const toBridge = 'b'
const toPage = 'p'

/**
 * MAIN world: everything is captured now, because the page may alter it later.
 * @returns sends a text, or asks with `''` only whether texts are taken; `false` if not, because the other script ended
 * with the extension
 */
export function openPageEnd(receive: (text: string) => void): (text: string) => boolean {
  const { apply, getOwnPropertyDescriptor } = Reflect
  const { dispatchEvent, addEventListener, removeEventListener } = EventTarget.prototype
  const PageEvent = CustomEvent
  const detailOf = getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')?.get ?? (() => undefined)
  // Not an element: the other world would have to build all that an element is, a third of what we cost a page.
  const node = new EventTarget()
  let joined = false
  let unsent: { text: string; before: typeof unsent } | null = null

  // A null prototype: a page may have put members on the one that literals have. The other script cancels what it
  // takes.
  const emit = (text: string): boolean => {
    const init = { __proto__: null, detail: text, cancelable: true } as CustomEventInit<string>
    return !apply(dispatchEvent, node, [new PageEvent(toBridge, init)])
  }
  // Taken when cancelled: to answer by a message would have the other world make an event for it.
  const offer = () => {
    if (!dispatchEvent.call(window, new FocusEvent(offerEvent, { relatedTarget: node, cancelable: true }))) join()
  }

  function send(text: string): boolean {
    if (joined) return emit(text)
    unsent = { text, before: unsent }
    return true
  }
  function join(): void {
    joined = true
    apply(removeEventListener, window, [askEvent, offer])
    let ordered: typeof unsent = null
    for (; unsent !== null; unsent = unsent.before) ordered = { text: unsent.text, before: ordered }
    for (; ordered !== null; ordered = ordered.before) emit(ordered.text)
  }

  addEventListener.call(node, toPage, event => receive(apply(detailOf, event, [])))
  window.addEventListener(askEvent, offer)
  offer()
  return send
}

/** ISOLATED world, whose prototypes no page reaches. */
export function openBridgeEnd(receive: (text: string) => void): (text: string) => void {
  let node: EventTarget | null = null
  const send = (text: string) => node?.dispatchEvent(new CustomEvent(toPage, { detail: text }))

  function accept(event: Event): void {
    if (node !== null || !(event instanceof FocusEvent) || event.relatedTarget === null) return
    node = event.relatedTarget
    window.removeEventListener(offerEvent, accept)
    node.addEventListener(toBridge, told => {
      if (!(told instanceof CustomEvent) || typeof told.detail !== 'string') return
      // The page's end sees that its text was taken: where the browser ended this script it is not.
      told.preventDefault()
      if (told.detail !== '') receive(told.detail)
    })
    event.preventDefault()
  }

  window.addEventListener(offerEvent, accept)
  window.dispatchEvent(new Event(askEvent))
  return send
}
