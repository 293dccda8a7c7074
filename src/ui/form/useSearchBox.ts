import type { SerializedError } from '@reduxjs/toolkit'
import { useEffect, useState } from 'react'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useDelayedClose } from './useDelayedClose'

const searchPause = 300

interface BoxOptions {
  /** Number of options requested at first, and added each time the end of the list is reached. */
  step: number
  /** Milliseconds that the list stays open after blur. */
  closesAfter?: number
}

/** The search input of a picker that is searched on the server: its text, and the requested text (SHELL-8). */
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
  const { isOpen, close, handlers } = useDelayedClose(closesAfter, () => search(''))
  return {
    text,
    search,
    /** The search text, '' for none. */
    q,
    /** The requested text, which follows after the debounce. */
    asked,
    limit,
    isLonger: limit > step,
    /** Requests without the debounce. */
    hurry: () => setAsked(q),
    grow: () => setLimit(limit + step),
    isOpen,
    close,
    handlers,
  }
}

export type SearchBox = ReturnType<typeof useSearchBox>

/** The used part of a query hook's result. */
interface QueryState<D> {
  currentData?: D | undefined
  data?: D | undefined
  error?: ApiError | SerializedError | undefined
  isFetching: boolean
  refetch: () => unknown
}

/** The answer to a search. */
export interface BoxAnswer<D> {
  /** The answer to the current text, once loaded. */
  found: D | undefined
  problem: ApiError | undefined
  isFetching: boolean
  /** Requests more, unless the list is complete. */
  more: () => void
  retry: () => void
}

/**
 * The answer to the current text; results of another text are not offered.
 * @param isWhole whether an answer is the complete list
 */
export const answerTo = <D>(
  { q, asked, isLonger, grow }: SearchBox,
  { currentData, data, error, isFetching, refetch }: QueryState<D>,
  isWhole: (data: D) => boolean,
): BoxAnswer<D> => {
  // A longer list keeps its options while loading; another search starts empty.
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
