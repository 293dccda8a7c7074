import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import Input, { type InputRef } from 'antd/es/input'
import { useCallback, useEffect, useRef, useState } from 'react'
import { pageSizes, sizeFrom } from './listState'
import type { ListControl } from './useListState'
import { useSlashKey } from './useSlashKey'
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
  const field = useRef<InputRef>(null)
  useSlashKey(field)

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

  return (
    <Input
      ref={field}
      type="search"
      aria-label={label}
      placeholder={label}
      prefix={<SearchOutlined aria-hidden />}
      suffix={draft ? undefined : <kbd aria-hidden>/</kbd>}
      allowClear
      maxLength={255}
      value={draft}
      onChange={(event) => type(event.target.value)}
    />
  )
}

interface ListToolbarProps {
  list: ListControl
  /** 'Search opportunities' */
  searchLabel: string
}

/** Above a list: the search and the page size (LIST-1, LIST-2). '/' goes to the search. */
export const ListToolbar = ({ list: { state, act }, searchLabel }: ListToolbarProps) => {
  const search = useCallback((q: string) => act({ type: 'searched', q }), [act])
  return (
    <div className="list-toolbar">
      <div className="list-search">
        <SearchBox label={searchLabel} q={state.q} search={search} />
      </div>
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
  )
}
