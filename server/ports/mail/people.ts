import type { Person } from '../../../src/contract/kit'
import { emailKey } from '../../../src/contract/emailKey'

/** The people of emails, by which alone they are known so far. */
export const peopleAt = (emails: readonly string[]): Person[] =>
  emails.map((email) => ({ id: null, email, first_name: null, last_name: null }))

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
