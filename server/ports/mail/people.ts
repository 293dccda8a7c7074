import type { Person } from '../../../src/contract/kit'
import { emailKey } from '../../../src/contract/emailKey'

/** What a person is called: first and last name, else the email. */
export const nameOf = ({ email, first_name, last_name }: Person): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email

/** The people of several lists, each email once. */
export function uniquePeople(...lists: (readonly Person[])[]): Person[] {
  const byEmail = new Map<string, Person>()
  for (const person of lists.flat())
    if (!byEmail.has(emailKey(person.email))) byEmail.set(emailKey(person.email), person)
  return [...byEmail.values()]
}

/** Those of a list who are not in another one. */
export function without(people: readonly Person[], others: readonly Person[]): Person[] {
  const known = new Set(others.map(({ email }) => emailKey(email)))
  return people.filter(({ email }) => !known.has(emailKey(email)))
}
