import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { pageSizes, sizeFrom } from './listState'
import { SearchInput } from './SearchInput'
import type { ListControl } from './useListState'
import './list-toolbar.css'

/** A search starts this long after the last key (LIST-2). */
const debounceMs = 500

interface SearchBoxProps {
  label: string
  q: string
  search: (q: string) => void
}

const SearchBox = ({ label, q, search }: SearchBoxProps) => {
  const [draft, setDraft] = useState(q)
  const [sent, setSent] = useState(q)
  const [seen, setSeen] = useState(q)

  if (q !== seen) {
    setSeen(q)
    // Not what was sent from here: the address has changed by other means, such as the back button.
    if (q !== sent) {
      setSent(q)
      setDraft(q)
    }
  }

  const send = useCallback(
    (wanted: string) => {
      setSent(wanted)
      search(wanted)
    },
    [search],
  )

  useEffect(() => {
    const wanted = draft.trim()
    if (wanted === sent) return undefined
    const timer = setTimeout(() => send(wanted), debounceMs)
    return () => clearTimeout(timer)
  }, [draft, sent, send])

  const type = (text: string) => {
    setDraft(text)
    if (text === '' && sent !== '') send('')
  }

  return <SearchInput label={label} value={draft} change={type} />
}

interface ListToolbarProps {
  list: ListControl
  /** 'Search opportunities' */
  searchLabel: string
  /** What else the list can be told. */
  children?: ReactNode
}

/** Above a list: the search and the page size (LIST-1, LIST-2). '/' goes to the search. */
export const ListToolbar = ({ list: { state, act }, searchLabel, children }: ListToolbarProps) => {
  const search = useCallback((q: string) => act({ type: 'searched', q }), [act])
  return (
    <div className="list-toolbar">
      <SearchBox label={searchLabel} q={state.q} search={search} />
      <div className="list-options">
        {children}
        <label className="list-size">
          Rows per page
          <select
            value={state.size}
            onChange={(event) => act({ type: 'sizeChosen', size: sizeFrom(event.target.value) })}
          >
            {pageSizes.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
      </div>
    </div>
  )
}
