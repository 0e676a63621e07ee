postMessage([self.name, self.location.search, String(self.location)])
self.onmessage = async ({ data }) => {
  const answer = await fetch(data)
  postMessage([answer.status, answer.url, await answer.text()])
}
