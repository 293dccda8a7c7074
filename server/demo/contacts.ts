import { staffIds } from './accounts'
import { customerAt, ownerOf, type Customer } from './customers'
import type { DemoRow } from './rows'
import { groupOf, indexesIn, perGroup } from './sizes'
import { toSlug } from './slug'
import { addressBookStamps } from './stamps'
import { givenNames, jobs, surnames, titles } from './wordLists/people'
import { randomFor, memoized, toDay, type World } from './world'

/** The columns that the server maintains itself. */
type Contact = Omit<DemoRow<'contacts'>, 'person_title' | 'name' | 'job_title'>

/** The main organization of each contact of a group. */
export const homes = [0, 0, 1, 2, 3, 3, 4, 4] as const

/** The indexes of the contacts whose main organization is one of a customer's. */
export const contactsOf = ({ organizations }: Customer): number[] =>
  indexesIn('contacts', groupOf('organizations', organizations[0] ?? 0)).filter((contact) =>
    organizations.includes(homeOf(contact)),
  )

/** The index of a contact's main organization. */
const homeOf = (contact: number): number =>
  groupOf('contacts', contact) * perGroup.organizations + (homes[contact % perGroup.contacts] ?? 0)

/** The contact at an index; ids count from 1. */
export const contactAt = memoized((world: World, index: number): Contact => {
  const random = randomFor(world, 'contacts', index)
  const { areaCode, city, state } = customerAt(world, ownerOf(homeOf(index)).customer)
  const gender = random.pick(['female', 'male'] as const)
  const first = random.pick(givenNames[gender])
  const last = random.pick(surnames)
  const title = random.pick<Contact['title']>(titles[gender][random.chance(0.1) ? 'rare' : 'usual'])
  // Names may occur twice; the number makes them unique.
  const unique = `${toSlug(`${first} ${last}`, '.')}${index + 1}`
  return {
    contact_id: index + 1,
    title,
    first_name: first,
    middle_name: random.maybe(0.2, `${random.pick('ABCDEFGHJKLMNPRSTVW'.split(''))}.`),
    last_name: last,
    gender,
    date_of_birth: random.maybe(
      0.4,
      toDay(Date.UTC(random.integer(1958, 2001), random.integer(0, 11), random.integer(1, 28))),
    ),
    personal_email: random.maybe(0.7, `${unique}@inbox.example`),
    personal_mobile: random.maybe(0.75, `${areaCode}-555-01${random.digits(2)}`),
    personal_address: random.maybe(
      0.25,
      `${random.integer(1, 900)} ${random.pick(surnames)} Court, ${city}, ${state}`,
    ),
    linkedin_url: random.maybe(0.65, `https://linkedin.example/in/${toSlug(unique)}`),
    salutation: random.maybe(0.35, `Dear ${first}`),
    department: random.maybe(0.3, random.pick(jobs).department),
    merged_into: null,
    team_id: null,
    ...addressBookStamps(random, world, staffIds),
  }
})
