import { createContext, useContext, useState, type ComponentType, type ReactNode } from 'react'
import type {
  DuplicateCheckedResource,
  DuplicateCriterion,
  DuplicatesArgs,
  DuplicatesFound,
  DuplicatesValues,
} from '../../api/kit/queries'
import { contract } from '../../contract'
import type { DuplicateMatch } from '../../contract/answers'
import type { Fields } from '../../contract/fields'
import { useSettled } from '../../ui/hooks/useSettled'
import './duplicates.css'

/** The compared values: texts of the form, and ids. */
export type Given<N extends DuplicateCheckedResource> = DuplicatesValues<
  N,
  string | readonly number[] | null | undefined
>

interface Links {
  id: number
  /** Beside a form that must not be left. */
  inNewTab?: boolean
}

interface Told {
  matchOf: (by: string) => DuplicateMatch | undefined
  Link: ComponentType<Links>
  wordsOf: (by: string) => string | undefined
}

const ToldContext = createContext<Told | undefined>(undefined)

interface DuplicatesOfProps<N extends DuplicateCheckedResource> {
  resource: N
  /** The query hook of the resource's duplicates. */
  useFound: (args: DuplicatesArgs<N>, options: { skip: boolean }) => { data?: DuplicatesFound<N> | undefined }
  given: Given<N>
  /** The values are on their way to the server. */
  isSubmitting?: boolean
  /** Id of the edited record. */
  own: number | undefined
  Link: ComponentType<Links>
  /** Text of each criterion, as in 'Also the name of …'. */
  words: Readonly<Record<DuplicateCriterion<N>, string>>
  children: ReactNode
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join() : typeof value === 'string' ? value.trim() : ''

/** The values that can be compared: a name only if complete, and other values that depend on a name only with it. */
const comparable = (resource: DuplicateCheckedResource, given: object): Readonly<Record<string, string>> => {
  const {
    criteria,
    parameters,
  }: { criteria: Readonly<Record<string, readonly string[]>>; parameters: Fields } =
    contract[resource].duplicates
  const texts = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, textOf(value)]))
  const isWhole = (names: readonly string[]) =>
    names.every((name) => parameters[name]?.kind === 'many' || texts[name])
  const names = new Set(Object.values(criteria).filter(isWhole).flat())
  return Object.fromEntries([...names].flatMap((name) => (texts[name] ? [[name, texts[name]]] : [])))
}

/**
 * Wraps the fields of a record: searches for duplicates of the record, in one request after the debounce, for DuplicateNotice
 * (K15). Sent values are not searched for until they change: the record may exist by then, and would be found as its
 * own duplicate.
 */
export const DuplicatesOf = <N extends DuplicateCheckedResource>({
  resource,
  useFound,
  given,
  isSubmitting = false,
  own,
  Link,
  words,
  children,
}: DuplicatesOfProps<N>) => {
  const known = comparable(resource, given)
  const typed = JSON.stringify(known)
  const [submitted, setSubmitted] = useState<string>()
  if (isSubmitting && submitted !== typed) setSubmitted(typed)
  const isSent = typed === submitted
  const settled = useSettled(JSON.stringify({ ...known, exclude: own }))
  const args = JSON.parse(settled) as DuplicatesArgs<N>
  const isAsked = Object.keys(args).some((name) => name !== 'exclude')
  const { data } = useFound(args, { skip: !isAsked || isSubmitting || isSent })

  const { criteria }: { criteria: Readonly<Record<string, readonly string[]>> } =
    contract[resource].duplicates
  const asked = data?.args as Readonly<Record<string, unknown>> | undefined
  const told: Told = {
    // The answer does not apply to values changed since; its other parts apply until the next answer.
    matchOf: (by) =>
      (isSubmitting || !isSent) &&
      asked?.['exclude'] === own &&
      criteria[by]?.every((name) => asked?.[name] === known[name])
        ? data?.matches.find((match) => match.by === by)
        : undefined,
    Link,
    wordsOf: (by) => words[by as DuplicateCriterion<N>],
  }
  return <ToldContext.Provider value={told}>{children}</ToldContext.Provider>
}

interface DuplicateNoticeProps {
  /** The criterion. */
  by: string
}

/** Lists the duplicates, with links that keep the form. Never blocks saving. */
export const DuplicateNotice = ({ by }: DuplicateNoticeProps) => {
  const told = useContext(ToldContext)
  const match = told?.matchOf(by)
  return (
    <div role="status" className="duplicates">
      {told && match && (
        <>
          Also {told.wordsOf(by)} of{' '}
          {match.ids.map((id, place) => (
            <span key={id}>
              {place > 0 && ', '}
              <told.Link id={id} inNewTab />
            </span>
          ))}
          {match.count > match.ids.length && ` and ${match.count - match.ids.length} more`}
        </>
      )}
    </div>
  )
}
