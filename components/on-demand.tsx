import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** The code of a component, which is loaded once. */
interface Code<Props> {
  /** `null` until it has been loaded. */
  loaded(): ComponentType<Props> | null
  /** Loads it, unless that was done or is going on. After a rejection the next call tries again. */
  load(): Promise<void>
}

/**
 * A component whose code is loaded when it is first shown. Until then `wait` is shown in its place, or nothing. Once
 * loaded it renders at once, wherever it stands.
 *
 * React's own `lazy` is not used: after a fallback was shown, React holds back what replaces it for up to 300 ms.
 * @param load a rejection goes to the nearest error boundary
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  wait: () => ReactNode = () => null,
): ComponentType<Props> {
  const code = createCode(load)
  return props => <OnDemand code={code} wait={wait} props={props} />
}

function createCode<Props>(load: () => Promise<ComponentType<Props>>): Code<Props> {
  let component: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null

  async function loadNow(): Promise<void> {
    try {
      component = await load()
    } finally {
      loading = null
    }
  }

  return {
    loaded: () => component,
    load: async () => {
      if (component !== null) return
      loading ??= loadNow()
      await loading
    },
  }
}

function OnDemand<Props extends object>({
  code,
  wait,
  props,
}: {
  code: Code<Props>
  wait: () => ReactNode
  props: Props
}) {
  const [, setArrived] = useState(false)
  const Loaded = code.loaded()
  const waits = Loaded === null
  useEffect(() => {
    if (!waits) return
    let shown = true
    code.load().then(
      () => shown && setArrived(true),
      (error: unknown) => {
        if (!shown) return
        // While it renders, so that the error boundary hears of it.
        setArrived(() => {
          throw error
        })
      },
    )
    return () => {
      shown = false
    }
  }, [code, waits])
  return Loaded === null ? wait() : <Loaded {...props} />
}
