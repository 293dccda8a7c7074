import { useFormikContext } from 'formik'
import { useEffect } from 'react'

interface FollowRowProps<R extends { version: number }> {
  /** The record as it was when the form began. */
  base: R
  /** The newest that is known of it. */
  known: R
  take: (row: R) => void
}

/** Inside a form: before anything has been typed it follows the record, of which a list may have known an older state. */
export const FollowRow = <R extends { version: number }>({ base, known, take }: FollowRowProps<R>) => {
  const { dirty } = useFormikContext()
  const isBehind = !dirty && known.version > base.version
  useEffect(() => {
    if (isBehind) take(known)
  }, [isBehind, known, take])
  return null
}
