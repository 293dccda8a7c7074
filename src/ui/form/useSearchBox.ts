import type { SerializedError } from '@reduxjs/toolkit'
import { useEffect, useState } from 'react'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useLingeringOpen } from './useLingeringOpen'

const searchPause = 300

interface BoxOptions {
  /** How many entries are asked for at first, and how many more each time the end of the list is reached. */
  step: number
  /** Milliseconds that the list stays open once the field has been left. */
  closesAfter?: number
}

/** The box of a pick list that is searched on the server: what stands in it, and what is asked for it (SHELL-8). */
export const useSearchBox = ({ step, closesAfter = 0 }: BoxOptions) => {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [limit, setLimit] = useState(step)
  const q = text.trim()
  const search = (typed: string) => {
    setText(typed)
    setLimit(step)
    if (typed.trim() === '') setAsked('')
  }
  useEffect(() => {
    const timer = setTimeout(() => setAsked(q), searchPause)
    return () => clearTimeout(timer)
  }, [q])
  const { isOpen, close, handlers } = useLingeringOpen(closesAfter, () => search(''))
  return {
    text,
    search,
    /** What is searched for, '' for nothing. */
    q,
    /** What the server is asked for, which follows after a pause in the typing. */
    asked,
    limit,
    isLonger: limit > step,
    /** Asks without waiting for the pause. */
    hurry: () => setAsked(q),
    grow: () => setLimit(limit + step),
    isOpen,
    close,
    handlers,
  }
}

export type SearchBox = ReturnType<typeof useSearchBox>

/** The state of a query as its hook tells it. */
interface QueryState<D> {
  currentData?: D | undefined
  data?: D | undefined
  error?: ApiError | SerializedError | undefined
  isFetching: boolean
  refetch: () => unknown
}

/** What a box has been answered. */
export interface BoxAnswer<D> {
  /** The answer to the text in the box, once it is there. */
  found: D | undefined
  problem: ApiError | undefined
  isFetching: boolean
  /** Asks for more, unless that was all. */
  more: () => void
  retry: () => void
}

/**
 * The answer to what stands in a box. What was found for another text is not offered for this one.
 * @param isWhole whether an answer holds all that there is
 */
export const answerTo = <D>(
  { q, asked, isLonger, grow }: SearchBox,
  { currentData, data, error, isFetching, refetch }: QueryState<D>,
  isWhole: (data: D) => boolean,
): BoxAnswer<D> => {
  // A longer list keeps what it shows while it grows; another search begins with nothing.
  const known = currentData ?? (isLonger ? data : undefined)
  const isAsked = q === asked
  return {
    found: isAsked ? known : undefined,
    problem: isFetching || !isAsked ? undefined : asApiError(error),
    isFetching: isFetching || !isAsked,
    more: () => {
      if (!isFetching && known && !isWhole(known)) grow()
    },
    retry: () => void refetch(),
  }
}
