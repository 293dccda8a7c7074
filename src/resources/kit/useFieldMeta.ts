import { useEffect, useState } from 'react'
import type { ResourceName } from '../../contract'
import type { RecordFieldMeta } from './fieldMeta'
import { viewOf } from './resourceView'

/** The field metadata of any resource, which are loaded for it; null until then, and where there are none. */
export const useFieldMeta = (resource: ResourceName): RecordFieldMeta<ResourceName> | null => {
  const [of, setOf] = useState<RecordFieldMeta<ResourceName> | null>(null)
  useEffect(() => {
    let isShown = true
    // Without them, the rest is still told.
    viewOf(resource)
      ?.parts?.()
      .then(
        ({ parts }) => {
          if (isShown) setOf(parts.fieldMeta)
        },
        () => undefined,
      )
    return () => {
      isShown = false
    }
  }, [resource])
  return of
}
