import type { Row } from '../../contract'
import { personName } from '../../contract/personName'
import type { Person } from '../../contract/fields'

/** The names of people, for a list row. */
export const namesOf = (people: readonly Person[]): string => people.map(personName).join(', ') || 'Nobody'

/** A message's accessible name, distinguishing it from others with its subject. */
export const callOf = ({ subject, direction, from, to }: Row<'messages'>): string =>
  `${subject}, ${direction === 'sent' ? `to ${namesOf(to)}` : `from ${namesOf(from)}`}`
