import type { ReactNode, UIEvent } from 'react'
import type { InputProps } from './FieldFrame'
import { PickList, type Key, type Option, type PickListProps } from './PickList'
import { PickProblem } from './PickProblem'
import type { BoxAnswer, SearchBox } from './useSearchBox'

interface SearchedPickListProps<O extends Option<Key>> extends Pick<
  PickListProps<O>,
  'several' | 'options' | 'chosen' | 'choose' | 'allowClear' | 'optionRender' | 'labelRender' | 'placeholder'
> {
  input: InputProps
  box: SearchBox
  answer: BoxAnswer<unknown>
}

/** Record names must not be translated. */
const nameOf = ({ label }: { label?: ReactNode }) => (
  <span translate="no" title={typeof label === 'string' ? label : undefined}>
    {label}
  </span>
)

const isNearEnd = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) =>
  scrollHeight - scrollTop - clientHeight < 80

/** A picker searched on the server, which loads more options on scrolling to the end (SHELL-8). */
export const SearchedPickList = <O extends Option<Key>>({
  input,
  box,
  answer: { found, problem, isFetching, more, retry },
  placeholder = 'Search…',
  optionRender = nameOf,
  labelRender = nameOf,
  ...list
}: SearchedPickListProps<O>) => (
  <PickList
    {...input}
    {...box.handlers}
    {...list}
    optionRender={optionRender}
    labelRender={labelRender}
    text={box.text}
    setText={box.search}
    isCurrent={found !== undefined}
    hasFailed={problem !== undefined}
    hurry={box.hurry}
    close={box.close}
    open={box.isOpen}
    loading={box.isOpen && isFetching}
    placeholder={placeholder}
    status={input['aria-invalid'] ? 'error' : ''}
    onPopupScroll={(event) => isNearEnd(event) && more()}
    notFoundContent={
      problem ? (
        <PickProblem problem={problem} retry={retry} />
      ) : isFetching ? (
        'Loading...'
      ) : (
        'Nothing matches.'
      )
    }
  />
)
