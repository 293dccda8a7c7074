import { lazy, useState, type ComponentType } from 'react'
import { persistent } from './persistent'

/** A lazily loaded component, inside a Suspense. */
export interface Arriving<M> {
  /** Prefetches the module. */
  load: () => Promise<M>
  /** Whether it is loaded. */
  isThere: () => boolean
  Part: ComponentType
}

/**
 * A component imported on its first render, unless prefetched. A prefetched one renders at once: React.lazy always
 * shows its fallback first, and React may then keep that for up to 300 ms.
 */
export const arriving = <M,>(fetch: () => Promise<M>, partOf: (module: M) => ComponentType): Arriving<M> => {
  const fetchPersistently = persistent(fetch)
  let there: ComponentType | undefined
  const load = async () => {
    const module = await fetchPersistently()
    there = partOf(module)
    return module
  }
  const Lazy = lazy(async () => ({ default: partOf(await load()) }))
  const Part = () => {
    const [Shown] = useState(() => there ?? Lazy)
    return <Shown />
  }
  return { load, isThere: () => there !== undefined, Part }
}
