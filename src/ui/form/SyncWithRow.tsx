import { useFormikContext } from 'formik'
import { useEffect } from 'react'

interface SyncWithRowProps<R extends { version: number }> {
  /** The record when the form was opened. */
  base: R
  /** The newest known version. */
  known: R
  take: (row: R) => void
}

/**
 * In a form: takes over newer versions of the record as long as nothing was typed, because the cache may have had an
 * older version from a list.
 */
export const SyncWithRow = <R extends { version: number }>({ base, known, take }: SyncWithRowProps<R>) => {
  const { dirty } = useFormikContext()
  const isBehind = !dirty && known.version > base.version
  useEffect(() => {
    if (isBehind) take(known)
  }, [isBehind, known, take])
  return null
}
