import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browser } from 'wxt/browser'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { firstNetworkOf } from '@/lib/base/network-id'
import type { ApprovalView, SliceName, Slices } from '@/lib/language/ui'
import { createUiPorts, type UiPort } from '@/lib/language/worker/ui-port'
import { createApprovalWindow } from './approval-window'
import { surfaceOf } from './ui-sender'

function connecting(id: string): ApprovalView {
  return {
    id,
    digest: '0x',
    requester: { kind: 'wallet' },
    isConnected: true,
    firstTime: false,
    networkId: firstNetworkOf(1),
    chainId: 1,
    account: null,
    request: { kind: 'connect' },
    preview: null,
    lacks: 'accounts',
    risks: [],
    createdAt: 0,
    expiresAt: 1,
  }
}

/** The window, the decisions that wait, and pages of which the test sees what the worker sent last. */
function setUp() {
  let waiting: ApprovalView[] = []
  async function read<Name extends SliceName>(name: Name): Promise<Slices[Name]> {
    if (name !== 'approvals') throw new Error(`the page shows no ${name}`)
    return waiting as Slices[Name]
  }
  const uiPorts = createUiPorts({ surfaceOf })
  uiPorts.serve({
    procedures: {},
    isUnlocked: async () => true,
    slices: { read, wanted: () => undefined },
    active: () => undefined,
  })
  const approvalWindow = createApprovalWindow(uiPorts)

  function openPage(windowId: number) {
    let shown: string[] | undefined
    let receive: (message: unknown) => void = () => undefined
    const port: UiPort = {
      sender: { url: browser.runtime.getURL('/approval.html'), tab: { windowId } },
      postMessage(response) {
        if (response.kind === 'slice' && response.name === 'approvals') shown = response.value.map(({ id }) => id)
      },
      disconnect: () => undefined,
      onMessage: {
        addListener(listener) {
          receive = listener
        },
      },
      onDisconnect: { addListener: () => undefined },
    }
    uiPorts.accept(port)
    receive({ kind: 'subscribe', slices: ['approvals'] })
    return { shown: () => shown }
  }

  return {
    approvalWindow,
    openPage,
    isNeeded: async () => waiting.length > 0,
    ask(...ids: string[]) {
      waiting = ids.map(connecting)
      uiPorts.push('approvals', waiting)
    },
    windows: async () => (await browser.windows.getAll()).flatMap(({ id }) => (id === 0 ? [] : [id])),
  }
}

beforeEach(() => fakeBrowser.reset())
afterEach(() => vi.restoreAllMocks())

describe('the decision window', () => {
  it('shows a request that arrives while it closes in a new window', async () => {
    const { approvalWindow, openPage, isNeeded, ask, windows } = setUp()
    ask('first')
    await approvalWindow.open()
    const going = openPage(1)
    await expect.poll(going.shown).toEqual(['first'])

    const goes = Promise.withResolvers<void>()
    const remove = browser.windows.remove.bind(browser.windows)
    const removing = vi.spyOn(browser.windows, 'remove').mockImplementation(async id => {
      await goes.promise
      await remove(id)
    })
    ask()
    const closed = approvalWindow.close(isNeeded)
    await expect.poll(() => removing.mock.calls).toHaveLength(1)
    const late = openPage(1)
    ask('second')
    const opened = approvalWindow.open()
    goes.resolve()
    await Promise.all([closed, opened])
    expect(await windows()).toEqual([2])
    await expect.poll(openPage(2).shown).toEqual(['second'])
    expect([going.shown(), late.shown()]).toEqual([[], undefined])
  })

  it('stays open when a request arrives before it closes, and shows the request', async () => {
    const { approvalWindow, openPage, ask, windows } = setUp()
    await approvalWindow.open()
    const page = openPage(1)
    const answers = [false, true]
    await approvalWindow.close(async () => {
      const isNeeded = answers.shift() === true
      if (isNeeded) ask('second')
      return isNeeded
    })
    expect(await windows()).toEqual([1])
    await expect.poll(page.shown).toEqual(['second'])
    ask('second', 'third')
    expect(page.shown()).toEqual(['second', 'third'])
  })

  it('shows requests again when the browser refuses to close it', async () => {
    const { approvalWindow, openPage, isNeeded, ask } = setUp()
    await approvalWindow.open()
    const page = openPage(1)
    vi.spyOn(browser.windows, 'remove').mockRejectedValue(new Error('Tabs cannot be edited right now.'))
    await approvalWindow.close(isNeeded)
    ask('next')
    expect(page.shown()).toEqual(['next'])
  })

  it('knows whether the person or the worker closed it', async () => {
    const { approvalWindow, isNeeded } = setUp()
    await approvalWindow.open()
    await approvalWindow.close(isNeeded)
    expect(await approvalWindow.wasClosed(1)).toBe(false)
    await approvalWindow.open()
    expect(await approvalWindow.wasClosed(2)).toBe(true)
    expect(await approvalWindow.wasClosed(2)).toBe(false)
  })

  it('stays the known window while the closing of an earlier one is handled', async () => {
    const { approvalWindow, windows } = setUp()
    await approvalWindow.open()
    await browser.windows.remove(1)
    const opened = approvalWindow.open()
    expect(await approvalWindow.wasClosed(1)).toBe(false)
    await opened
    await approvalWindow.open('if-missing')
    expect(await windows()).toEqual([2])
  })
})
