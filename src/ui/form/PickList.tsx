import { useEffect, useMemo, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { foldSearched } from '../../contract/fold'
import { Select, type SelectProps } from '../antd/Select'
import { isSaveKey } from '../page/keyboardEvents'
import './pick-list.css'

/** The value of an option: an id, a name, a number of months. */
export type Key = number | string

/** An option of a picker. */
export interface Option<K extends Key> {
  value: K
  label: string
  /** Searchable names, such as name and code; by default the label. */
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
  /** The text of the input. */
  text: string
  setText: (text: string) => void
  /** The shown options, best match first. */
  options: readonly O[]
  /** Whether the options belong to the current text; otherwise their answer is pending. */
  isCurrent?: boolean
  /** Requests that answer without the debounce. */
  hurry?: () => void
  /** The request has failed. */
  hasFailed?: boolean
  chosen: readonly Option<O['value']>[]
  /** Called with the selected values, in the order of selection. */
  choose: (keys: O['value'][]) => void
  /** Closes the list where the select does not: after a selection without a click, or on Tab. */
  close?: () => void
}

/** Result of a text: Enter was pressed, or the input lost the focus. */
interface Outcome {
  is: 'wanted' | 'left'
  text: string
}

/** Puts exact matches before partial ones. */
export const exactFirst = <O extends Option<Key>>(options: readonly O[], text: string): O[] => {
  const wanted = foldSearched(text).trim()
  const isExact = ({ label, names = [label] }: O) =>
    names.some((name) => foldSearched(name).trim() === wanted)
  return [...options.filter(isExact), ...options.filter((option) => !isExact(option))]
}

/**
 * A picker filtered by typing. Enter selects an option for the current text, or waits until its options are loaded;
 * other text, Esc or blur cancels the wait. Text without a selection is dropped on blur, with a message; Ctrl+S does
 * not save while such text is present.
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
  allowClear = false,
  ...select
}: PickListProps<O>) => {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const highlighted = useRef<unknown>(null)
  /** Some browsers send the Enter that ends an IME composition after compositionend. */
  const hasComposed = useRef(false)
  const wanted = text.trim()
  // The select processes its options, and sets its state, whenever the array changes.
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
    // Keys of an IME composition belong to the IME, and Tab only moves the focus.
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

  const left = ({ target, currentTarget, relatedTarget }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement)) return
    // To the clear button, which the select counts as part of the input.
    if (currentTarget.contains(relatedTarget)) close?.()
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
      className="pick-list stack"
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
        // The button would disappear as soon as Tab moves from a text to it, and lose the focus.
        allowClear={chosen.length > 0 && allowClear}
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
        // Enter must not select an option that was neither typed nor navigated to.
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
