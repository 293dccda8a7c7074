import { useEffect, useState } from 'react'
import type { ResourceName } from '../../contract'
import type { RecordFieldMeta } from './fieldMeta'
import { viewOf } from './resourceView'

/** Those loaded so far, so that what is shown again is complete at once. */
const loaded = new Map<ResourceName, RecordFieldMeta<ResourceName>>()

/** The field metadata of any resource, which are loaded for it; null until then, and where there are none. */
export const useFieldMeta = (resource: ResourceName): RecordFieldMeta<ResourceName> | null => {
  const of = loaded.get(resource) ?? null
  const [, renderWith] = useState(of)
  useEffect(() => {
    if (of) return undefined
    let isShown = true
    // Without them, the rest is still told.
    viewOf(resource)
      ?.parts?.()
      .then(
        ({ parts }) => {
          loaded.set(resource, parts.fieldMeta)
          if (isShown) renderWith(parts.fieldMeta)
        },
        () => undefined,
      )
    return () => {
      isShown = false
    }
  }, [resource, of])
  return of
}
