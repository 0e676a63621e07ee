// The asynchronous clipboard wants a document with focus, which this one never has.
const copied = document.querySelector<HTMLTextAreaElement>('#copied')
copied?.select()
document.addEventListener('copy', event => {
  event.clipboardData?.setData('text/plain', '')
  event.preventDefault()
})
document.execCommand('copy')
