import FilterOutlined from '@ant-design/icons/es/icons/FilterOutlined'
import { useCallback, useEffect, useId, useState, type ReactNode } from 'react'
import { maxSearch } from '../../contract/limits'
import { Button } from '../antd/Button'
import { useIsNarrow } from '../hooks/useMediaQuery'
import { SearchInput } from './SearchInput'
import type { ListControl } from './useListState'
import './list-toolbar.css'

/** Debounce of the search (LIST-2). */
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
    // The URL was changed by other means than this input, such as the back button.
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
    if (wanted === sent || wanted.length > maxSearch) return undefined
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
  /** Filter inputs. */
  filters?: ReactNode
  /** The saved views, before all others. */
  views?: ReactNode
  /** Further controls of the list. */
  children?: ReactNode
}

/**
 * Above a list: the search, the filters and further controls (LIST-2). '/' focuses the search. On narrow screens all of it
 * is one line, in which a button opens the filters below. Paper says what is searched for and filtered by (K17).
 */
export const ListToolbar = ({
  list: { state, act },
  searchLabel,
  filters,
  views,
  children,
}: ListToolbarProps) => {
  const id = useId()
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const search = useCallback((q: string) => act({ type: 'searched', q }), [act])
  const isHidden = isNarrow && !isOpen
  return (
    <div className="list-toolbar">
      {views}
      <SearchBox label={searchLabel} q={state.q} search={search} />
      {filters && isNarrow && (
        <Button
          icon={<FilterOutlined aria-hidden />}
          aria-label="Filter"
          title="Filter"
          aria-expanded={isOpen}
          aria-controls={id}
          {...(Object.keys(state.filters).length > 0 && { type: 'primary', ghost: true })}
          onClick={() => setIsOpen(!isOpen)}
        />
      )}
      {filters && (
        <div className="list-filters" id={id} hidden={isHidden}>
          {filters}
        </div>
      )}
      {children}
      {state.q !== '' && (
        <p className="list-toolbar-search" aria-hidden>
          Search: <span translate="no">{state.q}</span>
        </p>
      )}
    </div>
  )
}
