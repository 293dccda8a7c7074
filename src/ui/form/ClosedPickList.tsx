import { useState } from 'react'
import { searchMatcher } from '../../contract/searchTerms'
import { exactFirst, PickList, type Option, type PickListProps } from './PickList'

interface ClosedPickListProps<V extends string | number> extends Pick<
  PickListProps<Option<V>>,
  'id' | 'className' | 'disabled' | 'placeholder' | 'allowClear' | 'status' | keyof React.AriaAttributes
> {
  options: readonly Option<V>[]
  value: readonly V[]
  choose: (chosen: V[]) => void
}

/** A multiple picker of a completely loaded list. Typing filters it. */
export const ClosedPickList = <V extends string | number>({
  options,
  value,
  ...list
}: ClosedPickListProps<V>) => {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const isMatch = searchMatcher(text)
  const nameOf = (key: V) => options.find((option) => option.value === key)?.label ?? String(key)
  return (
    <PickList
      {...list}
      several
      text={text}
      setText={setText}
      open={isOpen}
      onOpenChange={setIsOpen}
      close={() => setIsOpen(false)}
      options={exactFirst(
        options.filter(({ label }) => isMatch([label])),
        text,
      )}
      chosen={value.map((key) => ({ value: key, label: nameOf(key) }))}
      notFoundContent="Nothing matches."
    />
  )
}
