import type { ReactNode } from 'react'
import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { SliceName, Slices } from '@/lib/messaging/ui'
import type { Client } from './client'

/** Where these screens run. Secrets are entered and shown in a `tab` only. */
export type Surface = 'popup' | 'approval' | 'tab' | 'side-panel'

interface Page {
  client: Client
  surface: Surface
}
const PageContext = createContext<Page | null>(null)

export function PageProvider({ client, surface, children }: Page & { children: ReactNode }) {
  return <PageContext value={{ client, surface }}>{children}</PageContext>
}

function usePage(): Page {
  const page = use(PageContext)
  if (page === null) throw new Error('no PageProvider above this component')
  return page
}

export function useClient(): Client {
  return usePage().client
}

export function useSurface(): Surface {
  return usePage().surface
}

/** What `pick` finds in a slice, a primitive: renders again only when that changes. */
export function usePart<Name extends SliceName, Part extends string | number | boolean | null>(
  name: Name,
  pick: (slice: Slices[Name]) => Part,
): Part | undefined {
  const { client } = usePage()
  const subscribe = useCallback((listener: () => void) => client.listen(name, listener), [client, name])
  return useSyncExternalStore(subscribe, () => {
    const slice = client.read(name)
    return slice === undefined ? undefined : pick(slice)
  })
}

/** `undefined` until known. Renders again only when this slice changes. */
export function useSlice<Name extends SliceName>(name: Name): Slices[Name] | undefined {
  const { client } = usePage()
  const subscribe = useCallback((listener: () => void) => client.listen(name, listener), [client, name])
  return useSyncExternalStore(subscribe, () => client.read(name))
}

/** How often the worker has sent a slice: the occasion to look up anew what changes with it and is no part of it. */
export function useTold(name: SliceName): number {
  const { client } = usePage()
  const subscribe = useCallback((listener: () => void) => client.hear(name, listener), [client, name])
  return useSyncExternalStore(subscribe, () => client.told(name))
}
