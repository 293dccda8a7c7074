import type { Person } from '../../contract/fields'
import { personName } from '../../contract/personName'

/** A person by email, with first and last name where known. */
export const PersonLine = ({ person }: { person: Person }) => {
  const name = personName(person)
  return (
    <span className="option-line" translate="no">
      <span>{person.email}</span> {name !== person.email && <span className="quiet">{name}</span>}
    </span>
  )
}
