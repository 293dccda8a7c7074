import type { Person } from '../../../src/contract/kit'
import { fold } from '../../kit/fold'

/** What a person is called: first and last name, else the email. */
export const nameOf = ({ email, first_name, last_name }: Person): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email

/** The people of several lists, each email once. */
export function uniquePeople(...lists: (readonly Person[])[]): Person[] {
  const byEmail = new Map<string, Person>()
  for (const person of lists.flat())
    if (!byEmail.has(fold(person.email))) byEmail.set(fold(person.email), person)
  return [...byEmail.values()]
}

/** Those of a list who are not in another one. */
export function without(people: readonly Person[], others: readonly Person[]): Person[] {
  const known = new Set(others.map(({ email }) => fold(email)))
  return people.filter(({ email }) => !known.has(fold(email)))
}
