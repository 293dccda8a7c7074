import type { ComponentType } from 'react'
import { lazyPart } from '../../ui/page/lazyPart'

/** A part of the sign-in page that is loaded when it is needed, without antd, unlike `lazyComponent`. */
export const lightPart = <P extends object>(fetch: () => Promise<ComponentType<P>>): ComponentType<P> => {
  const { usePart } = lazyPart(fetch)
  const LightPart = (props: P) => {
    const { Part, isMissing, retry } = usePart()
    if (Part) return <Part {...props} />
    return isMissing ? (
      <>
        <p role="alert">This could not be loaded.</p>
        <button type="button" className="light-button" onClick={retry}>
          Retry
        </button>
      </>
    ) : (
      <p role="status">Loading...</p>
    )
  }
  return LightPart
}
