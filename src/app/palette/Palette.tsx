import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { maxSearch } from '../../contract/limits'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { useSettled } from '../../ui/hooks/useSettled'
import { formatNumber } from '../../ui/value/numbers'
import { matching } from './matching'
import { OptionLine } from './OptionLine'
import { useCommands } from './useCommands'
import { fewestCharacters, useFound } from './useFound'
import '../../ui/list/search-box.css'
import './palette.css'

const steps: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

const countText = (count: number) => (count === 1 ? '1 result' : `${formatNumber(count)} results`)

/**
 * A combobox over commands and records. Whatever is listed belongs to the text as it stands, so that Enter never takes
 * what an earlier text has found; before there is anything, it takes nothing.
 */
export const Palette = ({ close }: { close: () => void }) => {
  const id = useId()
  const [draft, setDraft] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const text = draft.trim()
  const settled = useSettled(text)
  const isSettled = settled === text
  const commands = matching(useCommands(close), text)
  const found = useFound(isSettled ? text : '')
  const isSought = [...text].length >= fewestCharacters
  const isSearching = isSought && (!isSettled || found.isSearching)
  const groups = [...commands, ...(isSettled ? found.groups : [])].filter(({ options }) => options.length > 0)
  const options = groups.flatMap((group) => group.options)
  const active = options.find(({ key }) => key === chosen) ?? options[0]
  const activeKey = active?.key
  const idOf = (key: string) => `${id}-${key}`

  const activeId = activeKey && idOf(activeKey)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const type = (next: string) => {
    setDraft(next)
    setChosen(null)
  }

  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = steps[event.key]
    if (step && active) {
      event.preventDefault()
      const at = options.indexOf(active) + step
      setChosen(options[(at + options.length) % options.length]?.key ?? null)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      // As a click on it would: what it leads to, and what is asked before, are the same.
      if (activeId && !event.repeat) document.getElementById(activeId)?.click()
    }
  }

  const status = isSearching ? 'Searching' : options.length > 0 ? countText(options.length) : ''
  const [failure] = found.failed
  return (
    <div className="palette">
      <span className="native-input search-box palette-input">
        <SearchOutlined aria-hidden />
        <input
          data-first-focus
          role="combobox"
          aria-label="Search everything"
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-options`}
          aria-activedescendant={activeId}
          placeholder="Name, email, phone, tax ID, or a command"
          autoComplete="off"
          spellCheck={false}
          maxLength={maxSearch}
          value={draft}
          onChange={({ target }) => type(target.value)}
          onKeyDown={pressed}
        />
      </span>
      <div className="palette-options" id={`${id}-options`} role="listbox" aria-label="Results">
        {groups.map(({ title, options: listed }) => (
          <div key={title} role="group" aria-label={title}>
            <div className="palette-title" aria-hidden>
              {title}
            </div>
            {listed.map((option) => (
              <OptionLine
                key={option.key}
                id={idOf(option.key)}
                option={option}
                isActive={option === active}
                activate={() => setChosen(option.key)}
                close={close}
              />
            ))}
          </div>
        ))}
      </div>
      {isSearching && (
        <p className="palette-note quiet" aria-hidden>
          Searching…
        </p>
      )}
      {failure?.error && !isSearching && (
        <ErrorState
          inline
          title={`Not searched: ${found.failed.map(({ title }) => title).join(', ')}.`}
          error={failure.error}
          retry={found.retry}
        />
      )}
      {!isSearching && !failure && options.length === 0 && (
        <p className="palette-note quiet">
          {isSought ? `Nothing matches “${text}”.` : 'Two characters are enough to find records.'}
        </p>
      )}
      <div className="visually-hidden" role="status">
        {status}
      </div>
    </div>
  )
}
