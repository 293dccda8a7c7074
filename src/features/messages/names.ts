import type { Row } from '../../contract'
import { personName } from '../../contract/personName'
import type { Person } from '../../contract/kit'

/** People by name, for a line of a list. */
export const namesOf = (people: readonly Person[]): string => people.map(personName).join(', ') || 'Nobody'

/** What a message is called for screen readers, beside others of its subject. */
export const callOf = ({ subject, direction, from, to }: Row<'messages'>): string =>
  `${subject}, ${direction === 'sent' ? `to ${namesOf(to)}` : `from ${namesOf(from)}`}`
