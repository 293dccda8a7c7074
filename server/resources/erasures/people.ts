/** Whether one of the people of meetings and messages is the contact. */
import { emailKey } from '../../../src/contract/emailKey'
import type { Person } from '../../../src/contract/fields'
import { contactOffset } from '../../ports/mail/participants'
import type { Sought } from './sought'

export const peopleIn = (value: unknown): Person[] =>
  typeof value === 'string' ? (JSON.parse(value) as Person[]) : ((value ?? []) as Person[])

/** Whether others have the email, too. */
export const isShared = ({ sharedEmails = [] }: Sought, { email }: Person): boolean =>
  sharedEmails.includes(emailKey(email))

/** By an email that only it has, by its id, or by an email that others have as well together with its name. */
export const isSought =
  (sought: Sought) =>
  (person: Person): boolean => {
    const { contacts, emails, names } = sought
    const { id, email, first_name, last_name } = person
    if (emails.includes(emailKey(email))) return true
    if (id !== null && contacts.includes(id - contactOffset)) return true
    const own = [first_name, last_name].map((name) => emailKey(name ?? ''))
    return isShared(sought, person) && names.some((name) => name.every((part, at) => part === own[at]))
  }

/** What stands in the JSON of people of whom one may be it. */
export const inPeople = ({ contacts, emails, sharedEmails = [], names }: Sought): string[] => [
  ...emails,
  ...(names.length > 0 ? sharedEmails : []),
  ...contacts.flatMap((id) => [',', '}'].map((end) => `"id":${id + contactOffset}${end}`)),
]
