// Asked by the tests from outside; does nothing of its own.
chrome.runtime.onInstalled.addListener(() => undefined)
