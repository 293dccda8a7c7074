import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import { useCallback, useEffect, useId, useState, type ReactNode } from 'react'
import { maxSearch } from '../../contract/limits'
import { Button } from '../antd/Button'
import { useIsNarrow } from '../hooks/useMediaQuery'
import { pageSizes, sizeFrom } from './listState'
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
  /** Further controls of the list. */
  children?: ReactNode
}

/**
 * Above a list: the search and the page size (LIST-1, LIST-2). '/' focuses the search. On narrow screens a button opens
 * the controls that do not fit into one line.
 */
export const ListToolbar = ({ list: { state, act }, searchLabel, children }: ListToolbarProps) => {
  const id = useId()
  const isNarrow = useIsNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const search = useCallback((q: string) => act({ type: 'searched', q }), [act])
  return (
    <div className="list-toolbar">
      <SearchBox label={searchLabel} q={state.q} search={search} />
      {isNarrow && (
        <Button
          className="list-options-button"
          icon={<ControlOutlined aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          Options
        </Button>
      )}
      <div className="list-options" id={id} hidden={isNarrow && !isOpen}>
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
