import { useEffect, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { Select, type SelectProps } from '../antd/Select'
import { isSaveKey } from './saveKey'
import './pick-list.css'

/** What is kept of a chosen entry: an id, a name, a number of months. */
export type Key = number | string

/** One entry of a list to choose from. */
export interface Option<K extends Key> {
  value: K
  label: string
  /** What it can be called, such as its name and its code; without them, only what its label says. */
  names?: readonly string[]
}

type Chosen<K extends Key> = Option<K>[] | Option<K> | null

export interface PickListProps<O extends Option<Key>> extends Omit<
  SelectProps<Chosen<O['value']>, O>,
  | 'options'
  | 'value'
  | 'mode'
  | 'onChange'
  | 'showSearch'
  | 'labelInValue'
  | 'onActive'
  | 'defaultActiveFirstOption'
> {
  several?: boolean
  /** What stands in the box. */
  text: string
  setText: (text: string) => void
  /** What the list shows, the best first. */
  options: readonly O[]
  /** Whether these are the entries for the text in the box; otherwise their answer is still on its way. */
  isCurrent?: boolean
  /** Asks for that answer without waiting for a pause in the typing. */
  hurry?: () => void
  /** There will be no answer. */
  hasFailed?: boolean
  chosen: readonly Option<O['value']>[]
  /** What is chosen from now on, in the order in which it was. */
  choose: (keys: O['value'][]) => void
  /** Closes a list of one, where something else than a click has chosen. */
  close?: () => void
}

/** What came of a text: Enter was pressed for it, or it was left as it was. */
interface Outcome {
  is: 'wanted' | 'left'
  text: string
}

/** An entry that is called just what has been typed comes before those that only contain it. */
export const exactFirst = <O extends Option<Key>>(options: readonly O[], text: string): O[] => {
  const wanted = text.trim().toLowerCase()
  const isExact = ({ label, names = [label] }: O) =>
    names.some((name) => name.trim().toLowerCase() === wanted)
  return [...options.filter(isExact), ...options.filter((option) => !isExact(option))]
}

/**
 * A list to choose from, narrowed by typing. Enter takes an entry for the text that stands in the box, or waits until
 * the list for just that text is there; other text, Esc or leaving ends the wait. A text of which nothing was chosen is
 * dropped when the field is left, which the field says; Ctrl+S saves nothing beside it.
 */
export const PickList = <O extends Option<Key>>({
  several = false,
  text,
  setText,
  options,
  isCurrent = true,
  hurry,
  hasFailed = false,
  chosen,
  choose,
  close,
  ...select
}: PickListProps<O>) => {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const highlighted = useRef<unknown>(null)
  /** Some browsers send the Enter that ends a word of an input method after it has ended. */
  const hasComposed = useRef(false)
  const wanted = text.trim()
  // The list looks through what it is given anew, and sets its state, whenever that is another array.
  const listed = useMemo(() => [...options], [options])
  const value = useMemo(() => (several ? [...chosen] : (chosen[0] ?? null)), [several, chosen])

  const take = ({ value }: O) => {
    const others = several ? chosen.map((known) => known.value) : []
    if (!others.includes(value)) choose([...others, value])
    setText('')
    if (!several) close?.()
  }

  const isWanted = outcome?.is === 'wanted' && outcome.text === wanted
  const isWaiting = isWanted && !isCurrent && !hasFailed
  const [best] = options
  const come = isWanted && isCurrent ? best : undefined
  useEffect(() => {
    if (come) take(come)
  })

  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    // The keys of an input method choose among its words, and Tab only ever leads on.
    if (event.nativeEvent.isComposing || hasComposed.current || event.key === 'Tab') event.stopPropagation()
    else if (event.key === 'Enter' && wanted !== '') {
      event.preventDefault()
      event.stopPropagation()
      const active = options.find(({ value }) => value === highlighted.current)
      if (isCurrent && active) take(active)
      else setOutcome({ is: 'wanted', text: wanted })
      if (!isCurrent) hurry?.()
    } else if (event.key === 'Escape') setText('')
    else if (isSaveKey(event) && wanted !== '') {
      event.preventDefault()
      event.stopPropagation()
      if (!isWaiting) setOutcome({ is: 'left', text: wanted })
    }
  }

  const left = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement)) return
    hasComposed.current = false
    if (wanted !== '') setOutcome({ is: 'left', text: wanted })
    setText('')
  }

  const message = () => {
    if (outcome?.is === 'left') return `“${outcome.text}” was not chosen. Choose an entry of the list.`
    if (isWaiting) return `Looking for “${wanted}”…`
    return isWanted && !come && !hasFailed && `Nothing matches “${wanted}”.`
  }
  return (
    <div
      className="pick-list"
      onKeyDownCapture={pressed}
      onKeyUpCapture={() => {
        hasComposed.current = false
      }}
      onCompositionEndCapture={() => {
        hasComposed.current = true
      }}
      onBlurCapture={left}
    >
      <Select<Chosen<O['value']>, O>
        {...select}
        {...(several && { mode: 'multiple' as const })}
        labelInValue
        options={listed}
        value={value}
        showSearch={{
          filterOption: false,
          searchValue: text,
          onSearch: (typed) => {
            if (typed !== '') setOutcome(null)
            setText(typed)
          },
        }}
        // Nothing is taken by Enter that nobody has typed or gone to.
        defaultActiveFirstOption={wanted !== ''}
        onActive={(value) => {
          highlighted.current = value
        }}
        onChange={(next) => {
          setOutcome(null)
          setText('')
          choose([next].flat().flatMap((entry) => (entry ? [entry.value] : [])))
        }}
      />
      <p aria-live="polite" className={outcome?.is === 'left' ? 'problem' : 'field-hint quiet'}>
        {message()}
      </p>
    </div>
  )
}
