import type { Row } from '../../src/contract'
import type { Person as Correspondent } from '../../src/contract/fields'
import { mailMarkers } from '../../src/contract/mail'
import { demoPasswordHash } from '../fixtures/demoPassword'
import { dayLength, toMoment, type World } from './world'

interface Person {
  username: string
  names: readonly [first: string, last: string]
  type: Row<'users'>['user_type']
  signsIn: boolean
  hasMail: boolean
}
const account = (
  username: string,
  type: Person['type'],
  ...names: [first: string, last: string]
): Person => ({
  username,
  names,
  type,
  signsIn: true,
  hasMail: true,
})
/** A person referenced by records, without a sign-in. */
const colleague = (...names: [first: string, last: string]): Person => ({
  username: names.join('.').toLowerCase(),
  names,
  type: 'team',
  signsIn: false,
  hasMail: false,
})

const people: readonly Person[] = [
  account('customer', 'customer', 'Casey', 'Lindgren'),
  account('team', 'team', 'Jordan', 'Amesbury'),
  account('broker', 'broker', 'Robin', 'Tavares'),
  { ...account('newcomer', 'broker', 'Alex', 'Duquette'), hasMail: false },
  colleague('Priya', 'Raman'),
  colleague('Marcus', 'Oyelaran'),
  colleague('Elena', 'Kowalczyk'),
  colleague('Tomás', 'Herrera'),
  colleague('Grace', 'Whitcombe'),
  colleague('Daniel', 'Nakagawa'),
  colleague('Ruth', 'Abernathy'),
  colleague('Owen', 'Fitzmaurice'),
]

export const accountCount = people.length

/** The ids of the authors of records: all but the customer and the newcomer. */
export const staffIds = people.flatMap(({ username, type }, index) =>
  type === 'customer' || username === 'newcomer' ? [] : [index + 1],
)

/** The ids of the users with a mail account. */
export const mailUserIds = people.flatMap(({ hasMail }, index) => (hasMail ? [index + 1] : []))

/** The name by which a user signs in. */
export const userNameOf = (id: number): string => people[id - 1]?.username ?? ''

/** The full names of the brokerage's own people. */
export const salesPeople = people.filter(({ signsIn }) => !signsIn).map(({ names }) => names.join(' '))

const personAt = (index: number): Person => {
  const person = people[index]
  if (!person) throw new RangeError(`There is no demo account ${index}.`)
  return person
}

/** The user at an index; ids count from 1. */
export function userAt({ today }: World, index: number): Row<'users'> & { password_hash: string | null } {
  const { username, names, type, signsIn } = personAt(index)
  return {
    id: index + 1,
    username: toAscii(username),
    first_name: names[0],
    last_name: names[1],
    email: `${toAscii(username)}@citygate.example`,
    is_email_confirmed: true,
    user_type: type,
    role: null,
    granted_rights: [],
    withheld_rights: [],
    is_active: true,
    status: 'active',
    is_service: false,
    version: 1,
    profile: index + 1,
    created_at: toMoment(today - (400 + index) * dayLength),
    password_hash: signsIn ? demoPasswordHash : null,
  }
}

/** The user at an index as a recipient of mail. */
export function correspondentAt(world: World, index: number): Correspondent {
  const { id, email, first_name, last_name } = userAt(world, index)
  return { id, email: email ?? '', first_name, last_name }
}

const officeDay = { start: '08:00', end: '17:30' }
const officeWeek = {
  time_zone: 'America/Chicago',
  days: [officeDay, officeDay, officeDay, officeDay, { start: '08:00', end: '16:00' }, null, null],
}

/** The profile of the user at the same index. */
export function profileAt(_world: World, index: number): Row<'profiles'> {
  const { username, hasMail } = personAt(index)
  return {
    id: index + 1,
    nylas_access_token: hasMail ? mailMarkers.connected : null,
    mail_address: null,
    nylas_default_calendar: hasMail ? `${username}-calendar` : null,
    working_hours: hasMail ? officeWeek : null,
  }
}

/** The calendars of all users with a mail account, as created when one is connected. */
export const calendars = mailUserIds.flatMap((owner) => {
  const { username } = personAt(owner - 1)
  return [
    { id: `${username}-calendar`, owner, name: 'Calendar', is_default: true },
    { id: `${username}-meetings`, owner, name: 'Meetings', is_default: false },
  ]
})

const toAscii = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
