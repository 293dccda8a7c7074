import type { Person } from '../../src/contract/fields'
import { contactOffset } from '../ports/mail/participants'
import { contactAt } from './contacts'
import { organizationContactAt } from './organizationContacts'
import { groupOf, indexesIn } from './sizes'
import type { World } from './world'

/** The contact at an index as a participant; null without an email. */
export function participantOf(world: World, index: number): Person | null {
  const { contact_id, first_name, last_name, personal_email } = contactAt(world, index)
  const jobs = indexesIn('organizationContacts', groupOf('contacts', index))
    .map((job) => organizationContactAt(world, job))
    .filter(({ contact, employment_status }) => contact === contact_id && employment_status === 'active')
  const email = jobs.map(({ work_email }) => work_email).find((email) => email !== null) ?? personal_email
  return email === null ? null : { id: contactOffset + contact_id, email, first_name, last_name }
}
