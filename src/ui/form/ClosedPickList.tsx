import { useState } from 'react'
import { exactFirst, PickList, type Option, type PickListProps } from './PickList'

interface ClosedPickListProps<V extends string | number> extends Pick<
  PickListProps<Option<V>>,
  'id' | 'className' | 'disabled' | 'placeholder' | 'allowClear' | 'status' | keyof React.AriaAttributes
> {
  options: readonly Option<V>[]
  value: readonly V[]
  choose: (chosen: V[]) => void
}

/** Several of a list that is known as a whole. Typing narrows it. */
export const ClosedPickList = <V extends string | number>({
  options,
  value,
  ...list
}: ClosedPickListProps<V>) => {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const nameOf = (key: V) => options.find((option) => option.value === key)?.label ?? String(key)
  return (
    <PickList
      {...list}
      several
      text={text}
      setText={setText}
      options={exactFirst(
        options.filter(({ label }) => label.toLowerCase().includes(wanted)),
        text,
      )}
      chosen={value.map((key) => ({ value: key, label: nameOf(key) }))}
      notFoundContent="Nothing matches."
    />
  )
}
