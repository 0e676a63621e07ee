// The asynchronous clipboard needs a document with focus, which an offscreen document never has.
const copied = document.querySelector<HTMLTextAreaElement>('#copied')
copied?.select()
document.addEventListener('copy', event => {
  event.clipboardData?.setData('text/plain', '')
  event.preventDefault()
})
document.execCommand('copy')
