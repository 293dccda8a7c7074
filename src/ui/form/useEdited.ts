import { useRef, useState } from 'react'

/** The record that a form began with, if it is not a new one, and the version that its next save replaces (OPE-5). */
export const useEdited = <R extends { version: number } | undefined>(row: R) => {
  const [base, setBase] = useState(row)
  const version = useRef(row?.version)
  const [builtOn, setBuiltOn] = useState(row?.version)
  const buildOn = (next: number | undefined) => {
    version.current = next
    setBuiltOn(next)
  }
  return {
    base,
    version,
    /** The same version as it is shown. */
    builtOn,
    buildOn,
    /** Begins anew with the record as it is now. */
    take: (current: R) => {
      buildOn(current?.version)
      setBase(current)
    },
  }
}
