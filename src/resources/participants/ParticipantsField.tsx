import { skipToken } from '@reduxjs/toolkit/query'
import { useField } from 'formik'
import { useMemo } from 'react'
import { useAppSelector } from '../../api/kit/hooks'
import { useParticipantSearchQuery } from '../../api/participantsApi'
import { emailKey } from '../../contract/emailKey'
import type { Person } from '../../contract/fields'
import { personName } from '../../contract/personName'
import { FieldFrame, type FieldProps } from '../../ui/form/FieldFrame'
import { exactFirst } from '../../ui/form/PickList'
import { SearchedPickList } from '../../ui/form/SearchedPickList'
import { answerTo, useSearchBox } from '../../ui/form/useSearchBox'
import { PersonLine } from './PersonLine'

interface ParticipantsPickProps extends FieldProps {
  several: boolean
}

/** Number of options at first, and of those added at the end of the list (ACT-3). */
const step = 10
const noPeople: readonly Person[] = []

const optionOf = (person: Person) => ({
  value: emailKey(person.email),
  label: person.email,
  names: [person.email, personName(person)],
  person,
})

/** The options for the current text; before typing, the cached ones (AUTH-15). */
const useOffered = () => {
  const box = useSearchBox({ step })
  const known = useAppSelector(({ pickerCache }) => pickerCache.participants)
  const query = useParticipantSearchQuery(
    box.isOpen ? { q: box.asked, limit: box.limit, offset: 0 } : skipToken,
  )
  const answer = answerTo(box, query, ({ results, count }) => results.length >= count)
  const ahead = useMemo(
    () => (box.q === '' ? known.slice(0, box.limit) : noPeople),
    [box.q, box.limit, known],
  )
  return { box, answer, people: answer.found?.results ?? ahead }
}

const ParticipantsPick = ({ several, ...frame }: ParticipantsPickProps) => {
  const [{ value: chosen }, , { setValue }] = useField<readonly Person[]>(frame.name)
  const { box, answer, people } = useOffered()
  // The selection keeps its names while the options change.
  const byKey = new Map([...people, ...chosen].map((person) => [emailKey(person.email), person]))
  // Memoized: every key press elsewhere in the form re-renders this.
  const options = useMemo(() => exactFirst(people.map(optionOf), box.text), [people, box.text])
  const chosenOptions = useMemo(() => chosen.map(optionOf), [chosen])
  return (
    <FieldFrame {...frame}>
      {(input) => (
        <SearchedPickList
          input={input}
          box={box}
          answer={answer}
          several={several}
          placeholder="Search by name or email…"
          options={options}
          allowClear={!frame.required || several}
          chosen={chosenOptions}
          choose={(keys) => void setValue(keys.flatMap((key) => byKey.get(key) ?? []))}
          optionRender={({ data }) => <PersonLine person={data.person} />}
          labelRender={({ value, label }) => {
            const person = byKey.get(String(value))
            return person ? <PersonLine person={person} /> : label
          }}
        />
      )}
    </FieldFrame>
  )
}

/**
 * A picker of recipients, searched on the server by name and email, and shown by email with their names (ACT-3, SCH-1).
 * The form's value is `Person[]`, as in the contract's `people`.
 */
export const ParticipantsField = (frame: FieldProps) => <ParticipantsPick {...frame} several />

/** A picker of at most one recipient; the form's value is a list of one (MSG-1). */
export const ParticipantField = (frame: FieldProps) => <ParticipantsPick {...frame} several={false} />
