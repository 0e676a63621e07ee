import { createContext, type ReactNode, use, useCallback, useSyncExternalStore } from 'react'
import type { SliceName, Slices, Surface } from '@/lib/language/ui'
import type { Client } from './client'
import type { ReportFault } from './faults'

interface Page {
  client: Client
  surface: Surface
  reportFault: ReportFault
}
const PageContext = createContext<Page | null>(null)

export function PageProvider({ client, surface, reportFault, children }: Page & { children: ReactNode }) {
  return <PageContext value={{ client, surface, reportFault }}>{children}</PageContext>
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

/** For an error that changes nothing on the screen. The same function for as long as the page lives. */
export function useReportFault(): ReportFault {
  return usePage().reportFault
}

/** The part of a slice that `pick` returns; `undefined` until known. Renders again only when that part changes. */
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

/** The value of a slice; `undefined` until known. Renders again only when it changes. */
export function useSlice<Name extends SliceName>(name: Name): Slices[Name] | undefined {
  const { client } = usePage()
  const subscribe = useCallback((listener: () => void) => client.listen(name, listener), [client, name])
  return useSyncExternalStore(subscribe, () => client.read(name))
}

/** Counts how often the worker has sent a slice, the same value included: a screen reads again what changes with it. */
export function useTold(name: SliceName): number {
  const { client } = usePage()
  const subscribe = useCallback((listener: () => void) => client.hear(name, listener), [client, name])
  return useSyncExternalStore(subscribe, () => client.told(name))
}
