import { isColumn } from '../../src/contract/fields'
import { sourceNames } from '../db/migrations/001-baseline/sourceNames'
import { states } from '../fixtures/places'
import { Random } from '../fixtures/random'
import { registryBureau } from '../ports/bureau/registry'
import { parseInput } from '../kit/input'
import { customerAt, ownerOf } from './customers'
import { opportunityAt } from './opportunities'
import { organizationAt } from './organizations'
import { defaultOpportunities, sizeOf } from './sizes'
import { demoTables } from './tables'
import { worldOf } from './world'

const today = new Date('2026-11-21T09:30:00.000Z')
const world = worldOf(1, today)
const rows = <T>(rowAt: (index: number) => T, count: number) =>
  Array.from({ length: count }, (_, index) => rowAt(index))
const sampleSize = 600
const opportunities = rows((index) => opportunityAt(world, index), sampleSize)
const organizations = rows((index) => organizationAt(world, index), sizeOf('organizations', sampleSize))

it.each(
  demoTables.map(
    ({ resource, size, rowAt }) => [resource.table, resource, size(sampleSize / 3), rowAt] as const,
  ),
)('makes %s that the server would take as they are', async (_table, resource, count, rowAt) => {
  const { fields } = resource.contract
  const written = Object.keys(fields).filter((name) => !fields[name]?.readOnly && !fields[name]?.writeOnly)
  const kept = Object.entries(fields).filter(
    // No demo record is in the trash.
    ([name, field]) => isColumn(field) && !(name in resource.derived) && !name.startsWith('deleted_'),
  )
  const only = (row: Readonly<Record<string, unknown>>) => written.map((name) => [name, row[name]])
  for (const row of rows((index) => rowAt(world, index), count)) {
    // Columns that only the server knows are no fields of a body.
    const body = Object.fromEntries(Object.entries(row).filter(([name]) => name in fields))
    expect(only(row)).toEqual(only(await parseInput(fields, body, 'create')))
    expect(resource.check(row, null, row)).toEqual({})
    const missing = kept.filter(([name, field]) => !(name in row) || (field.required && row[name] === null))
    expect(missing).toEqual([])
  }
})

it('reaches every state with the organizations of the default size', () => {
  const count = sizeOf('organizations', defaultOpportunities)
  expect(count).toBe(250)
  const reached = rows((index) => customerAt(world, ownerOf(index).customer).state, count)
  expect(new Set(reached)).toEqual(new Set(Object.keys(states)))
  expect(new Set(reached).size).toBe(51)
})

it('[BUR-2] makes some organizations businesses that the built-in bureau knows, each of them once', async () => {
  const bureau = registryBureau()
  const alive = await Promise.all(
    organizations.map(async (organization) => ({
      organization,
      business: await bureau.find(organization.bin_number ?? ''),
    })),
  )
  const known = alive.filter(({ business }) => business)
  expect(known.length).toBeGreaterThan(organizations.length / 15)
  expect(new Set(known.map(({ business }) => business?.bin)).size).toBe(known.length)
  for (const { organization, business } of known) {
    const { city, state } = customerAt(world, ownerOf(organization.organization_id - 1).customer)
    expect([organization.name, city, state]).toEqual([
      business?.business_name,
      business?.city,
      business?.state,
    ])
  }
  // No business is used twice, in a demo of any size.
  const far = rows((index) => customerAt(world, index + 30_000).business, sampleSize)
  expect(far.filter(Boolean)).toEqual([])
})

it('gives an opportunity up to four different tags and up to three organizations of one state', () => {
  const tagCounts = new Set<number>()
  const organizationCounts = new Set<number>()
  for (const { tags, organizations: ids } of opportunities) {
    tagCounts.add(tags.length)
    organizationCounts.add(ids.length)
    expect(new Set(tags).size).toBe(tags.length)
    expect(new Set(ids).size).toBe(ids.length)
    const owners = new Set(ids.map((id) => ownerOf(id - 1).customer))
    expect(owners.size).toBeLessThanOrEqual(1)
  }
  expect([...tagCounts].sort()).toEqual([0, 1, 2, 3, 4])
  expect([...organizationCounts].sort()).toEqual([0, 1, 2, 3])
})

it('keeps the dates of an opportunity in order, with due dates on both sides of today', () => {
  const now = today.toISOString()
  for (const { created_at, modified_at, version, created_by, modified_by } of opportunities) {
    expect(created_at < now && modified_at < now).toBe(true)
    expect(modified_at > created_at).toBe(version > 1)
    if (version === 1) expect(modified_by).toBe(created_by)
  }
  const due = opportunities.map((row) => row.pricing_due_date)
  expect(due.filter((date) => date !== null && date < now).length).toBeGreaterThan(60)
  expect(due.filter((date) => date !== null && date > now).length).toBeGreaterThan(60)
  expect(due.filter((date) => date?.length === 10).length).toBeGreaterThan(60)
  expect(due.filter((date) => date?.endsWith('Z')).length).toBeGreaterThan(60)
  expect(due).toContain(null)
})

it('fills the fields of a source that go with its kind', () => {
  const kinds = new Set<string | null>()
  for (const row of opportunities) {
    kinds.add(row.source_type)
    expect(row.source_name !== null).toBe(row.source_type === 'INDIRECT')
    if (row.source_type === 'INDIRECT') expect(sourceNames).toContain(row.source_name)
    else expect([row.source_rfp, row.source_fee]).toEqual([null, 0])
    if (row.source_type === 'DIRECT') {
      expect(row.expected_close_date).not.toBeNull()
      expect(row.estimated_annual_volume).toBeGreaterThan(0)
    }
    if (row.broker_fee !== null) {
      const perDekatherm = row.broker_fee * (row.dekatherms === false ? 10 : 1)
      expect(perDekatherm).toBeGreaterThanOrEqual(0.0199)
      expect(perDekatherm).toBeLessThanOrEqual(0.2501)
    }
  }
  expect(kinds).toEqual(new Set(['INDIRECT', 'DIRECT', null]))
})

it('writes the numbers of an organization as people expect them, and no address of a real host', () => {
  const shapes = {
    tax_id: /^\d{2}-\d{7}$/,
    duns_number: /^\d{9}$/,
    bin_number: /^\d{9}$/,
    zoominfo_id: /^\d{9}$/,
    phone: /^\d{3}-555-01\d{2}$/,
    web_page: /^https:\/\/[a-z\d-]+\.example$/,
    email: /^energy@[a-z\d-]+\.example$/,
    linkedin: /^https:\/\/linkedin\.example\//,
  }
  for (const organization of organizations)
    for (const [field, shape] of Object.entries(shapes)) {
      const value = organization[field as keyof typeof shapes]
      if (value !== null) expect(value).toMatch(shape)
    }
})

it('has tags and users enough, each with a name of its own', () => {
  for (const { resource, size, rowAt } of demoTables)
    for (const field of Object.keys(resource.unique)) {
      const names = rows((index) => String(rowAt(world, index)[field]).toLowerCase(), size(1))
      expect(new Set(names).size).toBe(names.length)
    }
  expect(new Set(sourceNames).size).toBe(80)
})

it('draws each row from a stream that only its seed, table and index name', () => {
  const draw = (seed: number, table: string, index: number) => {
    const random = new Random(seed, table, index)
    return rows(() => random.next(), 8).join()
  }
  expect(draw(1, 'bids', 5)).toBe(draw(1, 'bids', 5))
  const streams = [draw(1, 'bids', 5), draw(2, 'bids', 5), draw(1, 'notes', 5), draw(1, 'bids', 6)]
  expect(new Set(streams).size).toBe(4)
  const averages = rows((index) => new Random(1, 'bids', index).next(), 20_000)
  const mean = averages.reduce((sum, value) => sum + value, 0) / averages.length
  expect(mean).toBeCloseTo(0.5, 1)
})
