// Another wallet that lets nobody else have the name.
Object.defineProperty(window, 'ethereum', {
  value: Object.freeze({ isOther: true, request: () => Promise.reject(new Error('not here')) }),
  configurable: false,
  writable: false,
  enumerable: true,
})
