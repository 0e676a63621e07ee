// The asynchronous clipboard needs a document with focus, which an offscreen document never has.
const copied = document.querySelector<HTMLTextAreaElement>('#copied')
copied?.select()
document.addEventListener('copy', event => {
  event.clipboardData?.setData('text/plain', '')
  event.preventDefault()
})
document.execCommand('copy')
// The browser takes it over after it has told this page so, and takes nothing of a document that is gone. It says
// nothing when it has.
setTimeout(() => close(), 1_000)
