import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { maxSearch } from '../../contract/limits'
import { problems } from '../../contract/problems'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { useSettled } from '../../ui/hooks/useSettled'
import { formatNumber } from '../../ui/value/numbers'
import { exactFirst, matching } from './matching'
import { OptionLine } from './OptionLine'
import { useCommands } from './useCommands'
import { fewestCharacters, type searchOf } from './useFound'
import './palette.css'

const steps: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** Why the list is empty. */
const nothingFor = (text: string) => {
  if (text.length > maxSearch) return problems.tooLong(maxSearch)
  return [...text].length < fewestCharacters
    ? 'Two characters are enough to find records.'
    : `Nothing matches “${text}”.`
}

const countText = (count: number) => (count === 1 ? '1 result' : `${formatNumber(count)} results`)

/** Same as a click, with its navigation and confirmations. */
const openOption = (id: string | undefined) => {
  if (id !== undefined) document.getElementById(id)?.click()
}

interface PaletteProps {
  /** Searches the records. */
  useFound: ReturnType<typeof searchOf>
  close: () => void
}

/**
 * A combobox of commands and records. All options belong to the current text, so that Enter never selects the result of
 * an earlier text. While loading, Enter waits for the answer, unless an option was chosen or the text changes.
 */
export const Palette = ({ useFound, close }: PaletteProps) => {
  const id = useId()
  const [draft, setDraft] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  /** The text for which Enter did not wait until it settles. */
  const [hurried, setHurried] = useState<string | null>(null)
  const isEnterPending = useRef(false)
  const text = draft.trim()
  const settled = useSettled(text)
  const isSettled = settled === text || hurried === text
  const commands = matching(useCommands(close), text)
  const isTooLong = text.length > maxSearch
  const found = useFound(isSettled && !isTooLong ? text : '')
  const isSought = !isTooLong && [...text].length >= fewestCharacters
  const isSearching = isSought && (!isSettled || found.isSearching)
  const groups = exactFirst([...commands, ...(isSettled ? found.groups : [])], text).filter(
    ({ options }) => options.length > 0,
  )
  const options = groups.flatMap((group) => group.options)
  const active = options.find(({ key }) => key === chosen) ?? options[0]
  const activeKey = active?.key
  const idOf = (key: string) => `${id}-${key}`

  const activeId = activeKey && idOf(activeKey)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  useEffect(() => {
    if (!isEnterPending.current || isSearching) return
    isEnterPending.current = false
    openOption(activeId)
  }, [isSearching, activeId])

  const choose = (key: string | null) => {
    isEnterPending.current = false
    setChosen(key)
  }
  const type = (next: string) => {
    setDraft(next)
    choose(null)
  }

  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = steps[event.key]
    if (step && active) {
      event.preventDefault()
      const at = options.indexOf(active) + step
      choose(options[(at + options.length) % options.length]?.key ?? null)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (event.repeat) return
      if (isSearching && chosen === null) {
        isEnterPending.current = true
        setHurried(text)
      } else openOption(activeId)
    }
  }

  const status = isSearching ? 'Searching' : options.length > 0 ? countText(options.length) : ''
  const [failure] = found.failed
  return (
    <div className="palette stack">
      <span className="native-input palette-input">
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
          aria-invalid={isTooLong}
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
                activate={() => choose(option.key)}
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
        <p className="palette-note quiet">{nothingFor(text)}</p>
      )}
      <div className="visually-hidden" role="status">
        {status}
      </div>
    </div>
  )
}
