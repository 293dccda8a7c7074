import type { Person } from '../../../src/contract/fields'
import { emailKey } from '../../../src/contract/emailKey'

/**
 * A person's name in the header of a mail, which cannot be mistaken for an address or another header; '' where only the
 * email is known.
 */
export const headerName = ({ first_name, last_name }: Person): string =>
  [first_name, last_name]
    .filter(Boolean)
    .join(' ')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}<>@\uFE64\uFE65\uFE6B\uFF1C\uFF1E\uFF20]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** People known by their emails only. */
export const peopleAt = (emails: readonly string[]): Person[] =>
  emails.map((email) => ({ id: null, email, first_name: null, last_name: null }))

/** The people of several lists, each email once. */
export function uniquePeople(...lists: (readonly Person[])[]): Person[] {
  const byEmail = new Map<string, Person>()
  for (const person of lists.flat())
    if (!byEmail.has(emailKey(person.email))) byEmail.set(emailKey(person.email), person)
  return [...byEmail.values()]
}

/** The people of a list who are not in another one. */
export function without(people: readonly Person[], others: readonly Person[]): Person[] {
  const known = new Set(others.map(({ email }) => emailKey(email)))
  return people.filter(({ email }) => !known.has(emailKey(email)))
}
