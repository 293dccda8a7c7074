import { useRef, useState } from 'react'

/** The record that a form was opened with, unless it is new, and the state of it that its next save replaces (OPE-5). */
export const useEditBase = <R extends { version: number } | undefined>(row: R) => {
  const [base, setBase] = useState(row)
  const replaced = useRef(row)
  const [builtOn, setBuiltOn] = useState(row?.version)
  const buildOn = (next: R) => {
    replaced.current = next
    setBuiltOn(next?.version)
  }
  return {
    base,
    /** The state of the record that the next save replaces. */
    replaced,
    /** Its version, for rendering. */
    builtOn,
    buildOn,
    /** Restarts with the current record. */
    take: (current: R) => {
      buildOn(current)
      setBase(current)
    },
  }
}
