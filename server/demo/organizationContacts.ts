import { staffIds } from './accounts'
import { contactAt, homes } from './contacts'
import { customerAt, ownerOf } from './customers'
import { organizationAt, slugOf } from './organizations'
import type { DemoRow } from './rows'
import { groupOf, perGroup } from './sizes'
import { toSlug } from './slug'
import { lastOf, stampsOf } from './stamps'
import { jobs, preferences } from './wordLists/people'
import { randomFor, memoized, type World } from './world'

interface Job {
  contact: number
  organization: number
  /** The probability that the job has ended. */
  over: number
}

/** The jobs of a group's contacts: each at the main organization, and some elsewhere, too, or before. */
const places: readonly Job[] = [
  ...homes.map((organization, contact) => ({ contact, organization, over: 0.08 })),
  { contact: 1, organization: 1, over: 0.2 },
  { contact: 3, organization: 0, over: 0.85 },
  { contact: 5, organization: 4, over: 0.85 },
]

/** The link at an index; ids count from 1. */
export const organizationContactAt = memoized(
  (world: World, index: number): DemoRow<'organizationContacts'> => {
    const random = randomFor(world, 'organization_contacts', index)
    const group = groupOf('organizationContacts', index)
    const place = places[index % perGroup.organizationContacts]
    if (!place) throw new RangeError(`There is no demo job ${index}.`)
    const contact = group * perGroup.contacts + place.contact
    const organization = group * perGroup.organizations + place.organization
    const person = contactAt(world, contact)
    const { first_name, last_name } = person
    const owner = ownerOf(organization)
    const customer = customerAt(world, owner.customer)
    const handle = toSlug(`${first_name} ${last_name}`, '.')
    const email = `${handle}@${slugOf(customer, owner.position)}.example`
    const job = random.pick(jobs)
    const phone = () => `${customer.areaCode}-555-01${random.digits(2)}`
    return {
      organization_contact_id: index + 1,
      organization: organization + 1,
      contact: contact + 1,
      employment_status: random.chance(place.over) ? 'expired' : 'active',
      job_title: random.maybe(0.92, job.title),
      department: random.maybe(0.85, job.department),
      work_email: random.maybe(0.9, email),
      work_mobile: random.maybe(0.5, phone()),
      work_office_phone: random.maybe(0.8, phone()),
      ice_handle: random.maybe(0.15, handle.replace('.', '_')),
      teams_handle: random.maybe(0.35, handle),
      salutation: random.maybe(0.2, `Dear ${first_name}`),
      prefered_time_day_calls: random.maybe(0.4, random.pick(preferences.timesOfDay)),
      prefered_time_day_emails: random.maybe(0.3, random.pick(preferences.timesOfDay)),
      prefered_time_week_day_calls: random.maybe(0.35, random.pick(preferences.weekDays)),
      prefered_time_week_day_emails: random.maybe(0.25, random.pick(preferences.weekDays)),
      prefered_checkin_frequency: random.maybe(0.4, random.pick(preferences.checkIns)),
      ...stampsOf(random, world, staffIds, lastOf(organizationAt(world, organization), person)),
    }
  },
)
