import { lazy, useState, type ComponentType } from 'react'
import { persistent } from './persistent'

/** A component in a module of its own, inside a Suspense. */
export interface Arriving<M> {
  /** Fetches the module ahead of its being shown. */
  load: () => Promise<M>
  /** Whether it has been fetched. */
  isThere: () => boolean
  Part: ComponentType
}

/**
 * A component that is fetched when it is first shown, unless that has been done before. What is there is drawn at once:
 * a lazy part always begins with what waits in its place, for which React lets its content wait for up to 300 ms more.
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
