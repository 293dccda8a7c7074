import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useEffect, useRef, useState } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useRow, useRows } from '../../api/kit/hooks'
import { unlimited } from '../../api/kit/queries'
import { tagsApi } from '../../api/tagsApi'
import type { ListControl } from '../../ui/list/useListState'
import { ToolbarPanel } from '../../ui/table/ToolbarPanel'
import { Badge } from '../../ui/value/Badge'
import './tag-filter.css'

/** Name of the filter in the contract and the URL. */
const name = 'tags'
const searchPause = 300
/** Number of options shown; the search finds the others. */
const offered = 20
const noIds: readonly number[] = []

interface TagChoiceProps {
  choose: (id: number) => void
}

const TagChoice = ({ choose }: TagChoiceProps) => {
  const [text, setText] = useState('')
  const [q, setQ] = useState('')
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), searchPause)
    return () => clearTimeout(timer)
  }, [text])
  const { data, error, isFetching } = tagsApi.list.useQuery({
    q,
    limit: offered,
    offset: 0,
    ordering: 'name',
  })
  const tags = useRows('tags', data?.ids ?? noIds)
  const problem = isFetching ? undefined : asApiError(error)
  const line = () => {
    if (problem) return problem.detail
    if (!data) return 'Loading...'
    if (data.count > tags.length) return `${tags.length} of ${data.count}; search for the others.`
    return tags.length === 0 && 'Nothing matches.'
  }
  return (
    <>
      <input
        ref={box}
        className="native-input tag-filter-search"
        type="search"
        autoComplete="off"
        aria-label="Search tags"
        placeholder="Search tags…"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ul className="tag-filter-choice" aria-label="Tags">
        {tags.map((tag) => (
          <li key={tag.tag_id}>
            <button type="button" onClick={() => choose(tag.tag_id)}>
              <Badge text={tag.name} color={tag.color} />
            </button>
          </li>
        ))}
      </ul>
      <p className="quiet" role="status">
        {line()}
      </p>
    </>
  )
}

interface TagChipProps {
  /** The URL's value, which may be an invalid id. */
  value: string
  remove: () => void
}

const TagChip = ({ value, remove }: TagChipProps) => {
  const tag = useRow('tags', Number(value))
  // Subscribes while mounted: unused tags leave the cache after a while.
  tagsApi.list.useQuerySubscription({ q: '', limit: unlimited, offset: 0, ordering: 'name' })
  const text = tag?.name ?? `#${value}`
  return (
    <span className="tag-filter-chip">
      <Badge text={text} {...(tag && { color: tag.color })} />
      <button
        type="button"
        aria-label={`Stop filtering by tag ${text.toUpperCase()}`}
        title="Stop filtering"
        onClick={remove}
      >
        <CloseOutlined aria-hidden />
      </button>
    </span>
  )
}

/** Filters a list by one tag; the choice is in the URL (LIST-5). */
export const TagFilter = ({ list: { state, act } }: { list: ListControl }) => {
  const value = state.filters[name]
  return (
    <span className="tag-filter row">
      {value !== undefined && (
        <TagChip value={value} remove={() => act({ type: 'filtered', name, value: null })} />
      )}
      <ToolbarPanel label="Filter by tag">
        {(close) => (
          <TagChoice
            choose={(id) => {
              close()
              act({ type: 'filtered', name, value: String(id) })
            }}
          />
        )}
      </ToolbarPanel>
    </span>
  )
}
