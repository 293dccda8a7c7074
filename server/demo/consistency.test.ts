import { targetOf, type ResourceName } from '../../src/contract'
import { isRelation, type Person } from '../../src/contract/fields'
import { addDays } from '../../src/contract/gas/calendar'
import { contractStates, renewalBuckets } from '../../src/contract/gas/choices'
import { contractState, daysToEndOf, renewalBucketOf } from '../../src/contract/gas/contracts'
import { states } from '../fixtures/places'
import { fold } from '../kit/fold'
import { resources } from '../resources'
import { calendars, mailUserIds, userAt } from './accounts'
import { activityAt, activityCount } from './activities'
import { addressAt } from './addresses'
import { bidAt } from './bids'
import { contractAccountAt } from './contractAccounts'
import { contractAt } from './contracts'
import { creditSetupAt } from './creditSetups'
import { contactAt } from './contacts'
import { fileAt } from './files'
import { messageAt, messageCount } from './messages'
import { noteAt } from './notes'
import { opportunityAt } from './opportunities'
import { organizationAddressAt } from './organizationAddresses'
import { organizationContactAt } from './organizationContacts'
import { organizationAt } from './organizations'
import { quoteAt } from './quotes'
import { perGroup, sizeOf, ownedRowCount, wholeGroups } from './sizes'
import { demoTables } from './tables'
import { utilityStateAt, utilityStateCount } from './utilityStates'
import { loadProfiles } from './wordLists/customers'
import { stateWords } from './wordLists/states'
import { toDay, worldOf, type World } from './world'

const today = new Date('2026-11-21T09:30:00.000Z')
const world = worldOf(1, today)
const sampleSize = 300
const rowsOf = <T>(rowAt: (world: World, index: number) => T, count: number): T[] =>
  Array.from({ length: count }, (_, index) => rowAt(world, index))

const organizations = rowsOf(organizationAt, sizeOf('organizations', sampleSize))
const addresses = rowsOf(addressAt, sizeOf('addresses', sampleSize))
const addressLinks = rowsOf(organizationAddressAt, sizeOf('organizationAddresses', sampleSize))
const contacts = rowsOf(contactAt, sizeOf('contacts', sampleSize))
const jobs = rowsOf(organizationContactAt, sizeOf('organizationContacts', sampleSize))
const opportunities = rowsOf(opportunityAt, sampleSize)
const bids = rowsOf(bidAt, ownedRowCount('bids', sampleSize))
const notes = rowsOf(noteAt, ownedRowCount('notes', sampleSize))
const activities = rowsOf(activityAt, activityCount(sampleSize))
const messages = rowsOf(messageAt, messageCount)

/** The values of a column, and their counts. */
const counted = <T>(values: readonly T[]): Map<T, number> => {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const tableOf = (name: ResourceName) => demoTables.find(({ resource }) => resource === resources[name])
const maxIdOf = (name: ResourceName, opportunities: number): number =>
  name === 'states'
    ? Object.keys(states).length
    : name === 'contentTypes'
      ? 99
      : (tableOf(name)?.size(opportunities) ?? 0)

// Sizes that end within the last group, at each of its positions.
it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 40, 301])('refers only to what is there, of %d opportunities', (size) => {
  const wrong: unknown[] = []
  for (const { resource, rowAt, size: sizeFor } of demoTables)
    for (let index = 0; index < sizeFor(size); index++) {
      const row = rowAt(world, index)
      for (const [name, field] of Object.entries(resource.contract.fields)) {
        if (!isRelation(field) || field.readOnly === true) continue
        const max = maxIdOf(targetOf(field), size)
        const ids = [row[name]].flat().filter((id) => id !== null)
        if (ids.some((id) => Number(id) < 1 || Number(id) > max || !Number.isInteger(id)))
          wrong.push([resource.table, index, name, row[name]])
      }
      const type = row['owner_type']
      const owner = typeof type === 'string' ? ownerTables[type] : undefined
      if (owner && Number(row['owner_id']) > maxIdOf(owner, size)) wrong.push([resource.table, index, row])
    }
  expect(wrong).toEqual([])
})
const ownerTables: Record<string, ResourceName> = {
  ...{ opportunity: 'opportunities', bid: 'bids', organization: 'organizations', contact: 'contacts' },
}

it('[API-6] enters nothing before what it refers to', () => {
  const early: unknown[] = []
  for (const { resource, rowAt, size } of demoTables)
    for (const row of rowsOf(rowAt, size(sampleSize))) {
      const { created_at } = row
      if (typeof created_at !== 'string') continue
      for (const [name, field] of Object.entries(resource.contract.fields)) {
        if (!isRelation(field) || field.readOnly === true) continue
        for (const id of [row[name]].flat()) {
          const target = typeof id === 'number' ? tableOf(targetOf(field))?.rowAt(world, id - 1) : undefined
          const made = target?.['created_at']
          if (typeof made === 'string' && made > created_at)
            early.push([resource.table, row[resource.contract.idField], name])
        }
      }
    }
  expect(early).toEqual([])
})

it('has each combination of values that is unique once', () => {
  let declared = 0
  for (const { resource, rowAt, size } of demoTables) {
    if (!resource.uniqueTogether) continue
    const { fields } = resource.uniqueTogether
    const found = rowsOf(rowAt, size(sampleSize)).map((row) => fields.map((field) => row[field]).join())
    expect(new Set(found).size).toBe(found.length)
    declared++
  }
  expect(declared).toBe(5)
})

it('writes addresses of mail and of the web that lead nowhere, and telephone numbers kept for fiction', () => {
  const seen = { mail: 0, web: 0, phone: 0 }
  const wrong: string[] = []
  for (const { resource, rowAt, size } of demoTables)
    for (const row of rowsOf(rowAt, size(120)))
      for (const text of JSON.stringify(row).matchAll(
        /[\w.+'-]+@([\w.-]+)|https?:\/\/([\w.-]+)|\d{3}-\d{3}-\d{4}/g,
      )) {
        const [all, mail, web] = text
        const kind = mail !== undefined ? 'mail' : web !== undefined ? 'web' : 'phone'
        seen[kind]++
        if (!(kind === 'phone' ? /^\d{3}-555-01\d\d$/.test(all) : (mail ?? web)?.endsWith('.example')))
          wrong.push(`${resource.table}: ${all}`)
      }
  expect(wrong).toEqual([])
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(100)
})

it('serves every state by a utility that takes customers, and keeps some services that are closed', () => {
  const services = rowsOf(utilityStateAt, utilityStateCount)
  const active = services.filter(({ status }) => status === 'active')
  expect(new Set(active.map(({ state }) => state)).size).toBe(51)
  expect(services.length - active.length).toBeGreaterThan(3)
  expect(Math.max(...counted(services.map(({ utility }) => utility)).values())).toBe(4)
  const pairs = services.map(({ utility, state }) => `${utility}-${state}`)
  expect(new Set(pairs).size).toBe(pairs.length)
})

it('places addresses in the cities of their states', () => {
  for (const [code, { cities }] of Object.entries(states))
    expect([code, stateWords[code]?.locations.length]).toEqual([code, cities.length * 2])
  const nearest = addresses.map(({ city, state, latitude, longitude }) => {
    const code = Object.keys(states)[state - 1] ?? ''
    const position = states[code]?.cities.indexOf(city) ?? -1
    const [north = 0, east = 0] = stateWords[code]?.locations.slice(position * 2) ?? []
    expect(position).toBeGreaterThanOrEqual(0)
    return latitude === null || longitude === null ? 0 : Math.hypot(latitude - north, longitude - east)
  })
  expect(Math.max(...nearest)).toBeLessThan(0.06)
  const located = addresses.filter(({ latitude }) => latitude !== null).length
  expect(located / addresses.length).toBeGreaterThan(0.8)
  expect(located).toBeLessThan(addresses.length)
  expect(addresses.filter(({ latitude, longitude }) => (latitude === null) !== (longitude === null))).toEqual(
    [],
  )
})

it('gives each organization a headquarters in use, and some of them an address that is expired or shared', () => {
  for (const { organization_id } of organizations) {
    const links = addressLinks.filter(({ organization }) => organization === organization_id)
    expect(links[0]).toMatchObject({ property_status: 'active' })
    expect(links.filter(({ address_type }) => address_type.includes('headquarters'))).toHaveLength(1)
    expect(links[0]?.address_type).toContain('headquarters')
  }
  const statuses = counted(addressLinks.map(({ property_status }) => property_status))
  expect(statuses.get('expired')).toBeGreaterThan(30)
  const users = counted(addressLinks.map(({ address }) => address))
  expect(Math.max(...users.values())).toBe(2)
  expect(users.size).toBe(addresses.length)
})

it('lets every contact work somewhere, some in two places and some nowhere any more', () => {
  const active = jobs.filter(({ employment_status }) => employment_status === 'active')
  expect(new Set(jobs.map(({ contact }) => contact)).size).toBe(contacts.length)
  const places = counted(active.map(({ contact }) => contact))
  expect(Math.max(...places.values())).toBe(2)
  expect(places.size).toBeLessThan(contacts.length)
  expect(places.size).toBeGreaterThan(contacts.length * 0.9)
  expect(jobs.length - active.length).toBeGreaterThan(50)
  for (const field of ['title', 'gender'] as const)
    expect(counted(contacts.map((contact) => contact[field])).size).toBe(field === 'title' ? 7 : 2)
  expect(new Set(contacts.map(({ personal_email }) => personal_email)).size).toBeGreaterThan(
    contacts.length * 0.6,
  )
})

it('has asked for the credit of an organization of one deal in each group, which says so', () => {
  const count = wholeGroups(sampleSize)
  expect(count).toBe(50)
  for (const { opportunity, organization, created_at } of rowsOf(creditSetupAt, count)) {
    const deal = opportunities[opportunity - 1]
    expect(deal?.credit_request).toBe('yes')
    expect(deal?.organizations).toContain(organization)
    expect(created_at > (deal?.created_at ?? '')).toBe(true)
  }
})

const monthly = Object.keys(resources.bids.contract.fields).filter(
  (name) => name.endsWith('_volume') && name !== 'annual_volume',
)

it('asks for prices for an organization of the deal, from a service of its state that takes customers', () => {
  expect(monthly).toHaveLength(12)
  for (const bid of bids) {
    const opportunity = opportunities[bid.opportunity - 1]
    const service = utilityStateAt(world, bid.utility_state - 1)
    expect(service.status).toBe('active')
    const sites = addressLinks.filter(({ organization }) => organization === bid.legal_entity)
    expect(addresses[(sites[0]?.address ?? 0) - 1]?.state).toBe(service.state)
    if (opportunity && opportunity.organizations.length > 0)
      expect(opportunity.organizations).toContain(bid.legal_entity)
    expect(Math.floor((bid.legal_entity - 1) / perGroup.organizations)).toBe(
      Math.floor((bid.opportunity - 1) / perGroup.opportunities),
    )
    expect(bid.start_date ?? '2026-01-01').toMatch(/^\d{4}-\d{2}-01$/)
    expect(bid.created_at > (opportunity?.created_at ?? '')).toBe(true)
    expect(bid.terms).toEqual([...new Set(bid.terms)].sort((a, b) => a - b))
    expect(bid.meter_count ?? 99).toBeGreaterThanOrEqual(bid.site_count ?? 0)
  }
  const perOpportunity = counted(bids.map(({ opportunity }) => opportunity))
  expect(new Set(perOpportunity.values())).toEqual(new Set([1, 2, 3, 4]))
  expect(perOpportunity.size).toBe((sampleSize * 5) / 6)
})

it('spreads a year over its months as customers burn gas, with a few mistakes', () => {
  for (const profile of Object.values(loadProfiles)) {
    expect(profile).toHaveLength(12)
    expect(profile.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10)
  }
  let equal = 0
  let off = 0
  let winters = 0
  for (const bid of bids) {
    const volumes = monthly.map((name) => bid[name as 'may_volume'])
    if (bid.annual_volume === null || volumes.every((volume) => volume === null)) continue
    const sum = volumes.reduce<number>((total, volume) => total + (volume ?? 0), 0)
    if (sum === bid.annual_volume) equal++
    else off++
    if ((bid.january_volume ?? 0) > 5 * (bid.july_volume ?? 0)) winters++
  }
  expect(off).toBeGreaterThan(5)
  expect(equal).toBeGreaterThan(10 * off)
  expect(winters).toBeGreaterThan(50)
  expect(winters).toBeLessThan(equal / 2)
  expect(counted(bids.map(({ volume_unit }) => volume_unit)).size).toBe(2)
})

it('hangs notes and files on opportunities, bids, organizations and contacts', () => {
  const files = rowsOf(fileAt, ownedRowCount('files', sampleSize)).map(({ row }) => row)
  const kinds = ['bid', 'contact', 'opportunity', 'organization']
  for (const owned of [notes, files])
    expect([...counted(owned.map(({ owner_type }) => owner_type)).keys()].sort()).toEqual(kinds)
  for (const { object_id, owner_type, owner_id } of notes) expect(object_id).toBe(`${owner_type}-${owner_id}`)
  for (const { object_id, owner_type, owner_id } of files)
    expect(object_id).toBe(owner_type === 'bid' ? String(owner_id) : `${owner_type}-${owner_id}`)
  expect(new Set(notes.map(({ description }) => description)).size).toBeGreaterThan(100)
})

it('has tasks that are done, under way, to be done, and late', () => {
  const day = today.toISOString().slice(0, 10)
  const table = tableOf('todos')
  const todos = table ? rowsOf(table.rowAt, table.size(sampleSize)) : []
  for (const { time_needed, due_date, created_at } of todos) {
    expect(time_needed).toMatch(/^00:\d{2}:00$/)
    expect(String(due_date) >= String(created_at).slice(0, 10)).toBe(true)
  }
  const late = todos.filter(({ status, due_date }) => status !== 'done' && String(due_date) < day)
  expect(late.length).toBeGreaterThan(3)
  expect(late.length).toBeLessThan(todos.length / 5)
  expect(counted(todos.map(({ status }) => status)).size).toBe(3)
  expect(
    todos.filter(({ organizations }) => (organizations as number[]).length === 0).length,
  ).toBeGreaterThan(20)
})

it('fills the calendar around today in office hours, each entry in a calendar of its author', () => {
  for (const activity of activities) {
    const start = new Date(activity.start * 1_000)
    expect([0, 6]).not.toContain(start.getUTCDay())
    expect(start.getUTCHours()).toBeGreaterThanOrEqual(13)
    expect(start.getUTCHours()).toBeLessThanOrEqual(21)
    expect(Math.abs(start.getTime() - today.getTime()) / 86_400_000).toBeLessThan(63)
    expect(activity.end).toBeGreaterThan(activity.start)
    const own = calendars.filter(({ owner, is_default }) => owner === activity.created_by && is_default)
    expect(activity.calendar_id).toBe(own[0]?.id ?? null)
    const emails = activity.participants.map(({ email }) => fold(email))
    expect(new Set(emails).size).toBe(emails.length)
    expect(activity.participant_emails).toEqual(emails)
  }
  const now = today.getTime() / 1_000
  expect(activities.filter(({ start }) => start < now).length).toBeGreaterThan(60)
  expect(activities.filter(({ start }) => start > now).length).toBeGreaterThan(60)
  for (const field of ['organization', 'deal', 'calendar_id'] as const)
    expect(new Set(activities.map((activity) => activity[field] === null)).size).toBe(2)
})

it('invites people by the addresses and ids by which the server knows them', () => {
  const people = new Map<number | null, Person>()
  for (const activity of activities) for (const person of activity.participants) people.set(person.id, person)
  const invited = [...people.values()]
  const contactsInvited = invited.filter(({ id }) => (id ?? 0) > 1_000_000_000)
  expect(contactsInvited.length).toBeGreaterThan(50)
  for (const { id, email, last_name } of contactsInvited) {
    const contact = contacts[(id ?? 0) - 1_000_000_001]
    const work = jobs.filter(
      (job) => job.contact === contact?.contact_id && job.employment_status === 'active',
    )
    expect(last_name).toBe(contact?.last_name)
    expect([contact?.personal_email, ...work.map(({ work_email }) => work_email)]).toContain(email)
  }
  for (const { id, email } of invited.filter(({ id }) => (id ?? 0) < 1_000_000_000))
    expect(userAt(world, (id ?? 0) - 1).email).toBe(email)
})

it('lets messages answer earlier ones of the same two people', () => {
  const answers = messages.filter(({ in_reply_to }) => in_reply_to !== null)
  expect(answers.length).toBeGreaterThan(40)
  for (const { from, to, thread, sent_at, in_reply_to } of answers) {
    const answered = messages.find(({ message_id }) => message_id === in_reply_to)
    expect(answered).toMatchObject({ from: to, to: from, thread })
    expect((answered?.sent_at ?? '') < sent_at).toBe(true)
  }
})

it('puts each message into two mailboxes, with some that are not read yet', () => {
  for (let index = 0; index < messageCount; index += 2) {
    const [sent, received] = [messages[index], messages[index + 1]]
    expect(sent).toMatchObject({ direction: 'sent', is_read: true, owner: sent?.from[0]?.id })
    expect(received).toMatchObject({ direction: 'received', owner: received?.to[0]?.id })
    for (const field of ['from', 'to', 'subject', 'text', 'sent_at', 'message_id', 'thread'] as const)
      expect(sent?.[field]).toEqual(received?.[field])
    expect(sent?.owner).not.toBe(received?.owner)
  }
  const boxes = counted(messages.map(({ owner }) => owner))
  expect([...boxes.keys()].sort()).toEqual(mailUserIds)
  expect(Math.min(...boxes.values())).toBeGreaterThan(20)
  expect(messages.filter(({ is_read }) => !is_read).length).toBeGreaterThan(3)
})

it('[RDY-1, RDY-4] has deals with a letter and accounts, of which no price is open or taken', () => {
  const letters = rowsOf(fileAt, ownedRowCount('files', sampleSize)).filter(
    ({ row }) => row.owner_type === 'opportunity' && row.tags.includes('LOA'),
  )
  const priced = new Set(
    rowsOf(quoteAt, ownedRowCount('quotes', sampleSize))
      .filter(({ awarded_at, valid_until }) => awarded_at !== null || valid_until > today.toISOString())
      .map(({ bid }) => bids[bid - 1]?.opportunity),
  )
  const ready = letters.filter(({ row: { owner_id } }) => {
    const own = bids.filter(({ opportunity }) => opportunity === owner_id)
    return !priced.has(owner_id) && own.some((bid) => bid.utility_accounts.length > 0)
  })
  expect(ready.length).toBeGreaterThan(0)
})

describe('contracts', () => {
  const contracts = rowsOf(contractAt, ownedRowCount('contracts', sampleSize))
  const places = rowsOf(contractAccountAt, ownedRowCount('contractAccounts', sampleSize))
  const under = (id: number) => places.filter((place) => place.contract === id && place.status !== 'dropped')

  it('[CTR-2] are signed with an account, and awards with one of their bid', () => {
    const signed = contracts.filter(({ signed_on }) => signed_on !== null)
    expect(signed.filter(({ contract_id }) => under(contract_id).length === 0)).toEqual([])
    expect(signed.length).toBeGreaterThan(contracts.length / 2)
    for (const { bid, contract_id } of contracts)
      for (const { utility_account } of bid === null ? [] : under(contract_id))
        expect(bids[(bid ?? 0) - 1]?.utility_accounts).toContain(utility_account)
  })

  it('[CTR-4, CTR-5] have accounts that flow under one of them at a time, enrolled by the rules of their utilities', () => {
    const flowing = places.filter(({ status }) => status !== 'dropped')
    const clashes = flowing.filter((place) =>
      flowing.some(
        (other) =>
          other !== place &&
          other.utility_account === place.utility_account &&
          (other.flow_start ?? '') <= (place.flow_end ?? '') &&
          (other.flow_end ?? '') >= (place.flow_start ?? ''),
      ),
    )
    expect(clashes).toEqual([])
    for (const { contract, flow_start, flow_end, enroll_by } of places) {
      const { start_date, end_date, terminated_on } = contracts[contract - 1] ?? {}
      expect([flow_start, flow_end]).toEqual([start_date, terminated_on ?? end_date])
      expect(enroll_by !== null && enroll_by < (flow_start ?? '')).toBe(true)
    }
    const day = toDay(world.today)
    const late = places.filter(({ status, enroll_by }) => status === 'pending' && (enroll_by ?? day) < day)
    expect(late.length).toBeGreaterThan(0)
  })

  it('[CTR-7] stand in every state and in every bucket', () => {
    const day = toDay(world.today)
    const states = contracts.map((row) => contractState(row, day))
    expect(new Set(states)).toEqual(new Set(contractStates))
    const running = contracts.filter((_, index) => states[index] === 'active')
    const buckets = running.map(({ end_date }) => renewalBucketOf(daysToEndOf(end_date ?? day, day)))
    expect(new Set(buckets)).toEqual(new Set([...renewalBuckets, null]))
  })

  it('[CTR-7] are renewed by those of the same account, from the day after their end on', () => {
    const renewing = contracts.filter(({ renews }) => renews !== null)
    expect(renewing.length).toBeGreaterThan(0)
    for (const { contract_id, renews, organization, start_date } of renewing) {
      const former = contracts[(renews ?? 0) - 1]
      expect([former?.organization, addDays(former?.end_date ?? '', 1)]).toEqual([organization, start_date])
      const [own, before] = [under(contract_id), under(renews ?? 0)]
      expect(own.map(({ utility_account }) => utility_account)).toEqual(
        before.map(({ utility_account }) => utility_account),
      )
    }
    for (const { contract_id, renewed_on } of contracts) {
      const by = renewing.find(({ renews }) => renews === contract_id)
      expect([contract_id, renewed_on]).toEqual([contract_id, by?.signed_on ?? null])
    }
  })
})
