// The asynchronous clipboard needs a document with focus, which an offscreen document never has.
const copied = document.querySelector<HTMLTextAreaElement>('#copied')
copied?.select()
document.addEventListener('copy', event => {
  event.clipboardData?.setData('text/plain', '')
  event.preventDefault()
})
document.execCommand('copy')
// The browser takes the text over later than `execCommand` returns, not from a closed document, and without an event.
setTimeout(() => close(), 1_000)
