import type { Person } from '../../src/contract/fields'
import type { Random } from '../fixtures/random'
import { participantKeys } from '../resources/activities'
import { correspondentAt, mailUserIds, profileAt, staffIds } from './accounts'
import { contactsOf } from './contacts'
import type { Customer } from './customers'
import { customerOf, opportunityAt } from './opportunities'
import { participantOf } from './participants'
import type { DemoRow } from './rows'
import { opportunityIndexOf, ownedRowCount } from './sizes'
import { stampsOf } from './stamps'
import { activityWords } from './wordLists/activities'
import { dayLength, randomFor, type World } from './world'

/** Days before and after today with activities. */
const reach = 60
/** Milliseconds before an appointment, or before today, in which it was created. */
const notice = 30 * dayLength
/** Activities at most: the demo's few users have no time for more, in an installation of any size. */
const maxActivities = 1_200
/** Half hours after midnight, UTC, of the first and the last start of an activity in an eastern working day. */
const officeHours = [27, 42] as const
const halfHour = 1_800
const saturday = 6
const organizers = staffIds.filter((id) => mailUserIds.includes(id))

/** The number of activities for a number of opportunities. */
export const activityCount = (opportunities: number): number =>
  Math.min(maxActivities, ownedRowCount('activities', opportunities))

/** The activity at an index; ids count from 1. */
export function activityAt(
  world: World,
  index: number,
): DemoRow<'activities'> & { participant_emails: string[] } {
  const random = randomFor(world, 'activities', index)
  const host = opportunityIndexOf('activities', index)
  const { organizations, created_at } = opportunityAt(world, host)
  const customer = customerOf(world, host)
  const words = random.pick(activityWords)
  const start = startOf(random, world)
  const planned = Math.min(world.today, start * 1_000)
  const entered = planned - notice
  const minutes = random.pick(words.minutes)
  const about = random.pick(['deal', 'deal', 'organization', 'both', 'nothing'])
  // Mostly users with a calendar; some are entered by a colleague without one.
  const organizer = random.pick(random.chance(0.8) ? organizers : staffIds)
  const participants = invited(random, world, customer, organizer)
  return {
    id: index + 1,
    title: words.title.replace('{customer}', customer.name),
    description: words.description,
    start,
    end: start + minutes * 60,
    all_day: false,
    time_zone: null,
    reminder_minutes: null,
    participants,
    participant_emails: participantKeys(participants),
    calendar_id: profileAt(world, organizer - 1).nylas_default_calendar,
    organization: about === 'organization' || about === 'both' ? (organizations[0] ?? null) : null,
    // An activity cannot reference an opportunity created later.
    deal: (about === 'deal' || about === 'both') && Date.parse(created_at) < entered ? host + 1 : null,
    ...stampsOf(random, { ...world, today: planned }, [organizer], entered),
  }
}

/** A moment in office hours of a working day, in epoch seconds. */
function startOf(random: Random, { today }: World): number {
  const day = today + random.integer(-reach, reach) * dayLength
  const weekday = new Date(day).getUTCDay()
  const shift = weekday === saturday ? 2 : weekday === 0 ? 1 : 0
  return (day + shift * dayLength) / 1_000 + random.integer(...officeHours) * halfHour
}

/** The organizer, up to two colleagues, and up to two contacts of the customer. */
function invited(random: Random, world: World, customer: Customer, organizer: number): Person[] {
  const others = staffIds.filter((id) => id !== organizer)
  const colleagues = [organizer, ...random.sample(others, random.integer(0, 2))].map((id) =>
    correspondentAt(world, id - 1),
  )
  const contacts = random.sample(contactsOf(customer), random.integer(0, 2))
  return [
    ...colleagues,
    ...contacts.map((contact) => participantOf(world, contact)).filter((person) => person !== null),
  ]
}
