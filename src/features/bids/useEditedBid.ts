import { useMemo, useRef, useState } from 'react'
import type { Row } from '../../contract'
import { valuesFrom } from './values'

/** The bid that a form began with, if it is not a new one, and the version that its next save replaces (OPE-5). */
export const useEditedBid = (bid: Row<'bids'> | undefined) => {
  const [base, setBase] = useState(bid)
  const version = useRef(base?.version)
  const initialValues = useMemo(() => valuesFrom(base), [base])
  const buildOn = (next: number) => {
    version.current = next
  }
  return {
    base,
    initialValues,
    version,
    buildOn,
    /** Begins anew with the bid as it is now. */
    take: (current: Row<'bids'>) => {
      buildOn(current.version)
      setBase(current)
    },
  }
}
