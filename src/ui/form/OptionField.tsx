import { useField } from 'formik'
import { useState, type ReactNode } from 'react'
import { FieldFrame, type FieldProps } from './FieldFrame'
import { PickList, type Key, type Option } from './PickList'
import { rankOptions } from './rankOptions'

interface OptionFieldProps<K extends Key> extends FieldProps {
  /** Undefined while loading. */
  options: readonly Option<K>[] | undefined
  /** Replaces the options where they could not be loaded: the reason, and a retry button. */
  problem?: ReactNode
  /** The value without a selection. */
  none: K | null
  placeholder?: string
}

/** A picker of a completely loaded list, by name or code. Typing filters it. */
export const OptionField = <K extends Key>({
  options,
  problem,
  none,
  placeholder = 'Select…',
  ...frame
}: OptionFieldProps<K>) => {
  const [{ value }, , { setValue }] = useField<K | null>(frame.name)
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const isChosen = value !== null && value !== none
  const known = options?.find((option) => option.value === value)
  const label = known?.label ?? (typeof value === 'string' ? value : 'Loading...')
  return (
    <FieldFrame {...frame}>
      {(input) => (
        <PickList
          {...input}
          text={text}
          setText={setText}
          options={rankOptions(options ?? [], text)}
          isCurrent={options !== undefined}
          hasFailed={problem !== undefined}
          open={isOpen}
          onOpenChange={setIsOpen}
          close={() => setIsOpen(false)}
          allowClear={!frame.required}
          placeholder={placeholder}
          status={input['aria-invalid'] ? 'error' : ''}
          chosen={isChosen ? [{ value, label }] : []}
          choose={([key]) => void setValue(key ?? none)}
          notFoundContent={problem ?? (options ? 'Nothing matches.' : 'Loading...')}
        />
      )}
    </FieldFrame>
  )
}
