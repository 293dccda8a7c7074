import type { ComponentType, ReactNode } from 'react'
import { MissingPart } from '../feedback/MissingPart'
import { lazyPart } from './lazyPart'

/**
 * A component that is loaded on its first rendering. If that fails, its place says so and offers another attempt, and
 * the page around it stays with its input.
 * @param title says what could not be loaded: 'The accounts could not be loaded.'
 * @param loading stands in its place until then
 */
export const lazyComponent = <P extends object>(
  fetch: () => Promise<ComponentType<P>>,
  title: string,
  loading: ReactNode = null,
): ComponentType<P> => {
  const { usePart } = lazyPart(fetch)
  const LazyComponent = (props: P) => {
    const { Part, isMissing, retry } = usePart()
    if (Part) return <Part {...props} />
    return isMissing ? <MissingPart title={title} retry={retry} /> : loading
  }
  return LazyComponent
}
