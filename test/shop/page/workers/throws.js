postMessage('before')
throw new TypeError('at the start')
