import { type ReactNode, StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { browser } from 'wxt/browser'
import type { Surface } from '@/lib/language/ui'
import type { Client } from './client'
import { PageProvider } from './client-context'
import { createFaultReporter } from './faults'
import './theme.css'
import './skeleton.css'
import './base.css'

/** Replaces the static skeleton of the page by the living one, in one frame. */
export function mount(client: Client, surface: Surface, app: ReactNode): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('no #root in this page')
  const rendered = createRoot(root)
  const reportFault = createFaultReporter(client, browser.runtime.getURL('/'))
  // Now, and not in a task of its own: the frames of a page that has just opened would come before it.
  flushSync(() =>
    rendered.render(
      <StrictMode>
        <PageProvider client={client} surface={surface} reportFault={reportFault}>
          {app}
        </PageProvider>
      </StrictMode>,
    ),
  )
}
