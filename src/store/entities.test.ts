import { filteredFields } from '../contract/linkFilters'
import { anOpportunity, aTag } from '../testing/builders'
import {
  entities,
  rowRemoved,
  selectRow,
  selectRows,
  unreferencedRowsRemoved,
  type AnyRow,
  type Rows,
} from './entities'
import { signedOut } from './session'

/** The action that the api dispatches for an answer. */
const answered = (rows: Rows) => ({ type: 'api/executeQuery/fulfilled', meta: { baseQueryMeta: { rows } } })
const brought = (state: Rows | undefined, resource: keyof Rows, rows: Record<number, AnyRow>) =>
  entities(state, answered({ [resource]: rows }))

const started = brought(undefined, 'opportunities', { 1: anOpportunity({ version: 3, tags: [1, 2] }) })

describe('the entities', () => {
  it('take the rows of any answer that has come, and of no other action', () => {
    expect(started.opportunities?.[1]).toMatchObject({ version: 3 })
    const rejected = { ...answered({ tags: { 1: aTag() } }), type: 'api/executeQuery/rejected' }
    expect(entities(started, rejected)).toBe(started)
    expect(entities(started, { type: 'api/executeQuery/fulfilled', meta: {} })).toBe(started)
  })

  it('keep every reference when an answer brings nothing new', () => {
    const again = brought(started, 'opportunities', { 1: anOpportunity({ version: 3, tags: [1, 2] }) })
    expect(again).toBe(started)
  })

  it('keep the references of the rows and lists that did not change', () => {
    const two = brought(started, 'opportunities', { 2: anOpportunity({ opportunity_id: 2 }) })
    const changed = brought(two, 'opportunities', {
      1: anOpportunity({ version: 4, tags: [1, 2], notes: 'Call back' }),
      2: anOpportunity({ opportunity_id: 2 }),
    })
    expect(changed.opportunities?.[1]).not.toBe(two.opportunities?.[1])
    expect(changed.opportunities?.[1]?.notes).toBe('Call back')
    expect(changed.opportunities?.[1]?.tags).toBe(two.opportunities?.[1]?.tags)
    expect(changed.opportunities?.[2]).toBe(two.opportunities?.[2])
  })

  it('never let an older version replace a newer one', () => {
    const late = brought(started, 'opportunities', {
      1: anOpportunity({ version: 2, opportunity_name: 'Stale', tags: [] }),
    })
    expect(late).toBe(started)
  })

  it('take from an older version only what was not known at all', () => {
    const partial = brought(undefined, 'opportunities', {
      1: { opportunity_id: 1, version: 3, opportunity_name: 'New' },
    })
    const filled = brought(partial, 'opportunities', {
      1: { opportunity_id: 1, version: 2, opportunity_name: 'Old', notes: 'From the detail' },
    })
    expect(filled.opportunities?.[1]).toEqual({
      opportunity_id: 1,
      version: 3,
      opportunity_name: 'New',
      notes: 'From the detail',
    })
  })

  it('[API-3] take from an answer that names but some links only what was not known at all', () => {
    const narrowed = (state: Rows | undefined, addresses: number[]) =>
      entities(state, {
        type: 'api/executeQuery/fulfilled',
        meta: {
          baseQueryMeta: {
            rows: { organizations: { 1: { organization_id: 1, version: 1, addresses } } },
            partial: filteredFields({ organizations_addresses__property_status: 'active' }),
          },
        },
      })
    const whole = { 1: { organization_id: 1, version: 1, addresses: [1, 2] } }
    expect(narrowed(brought(undefined, 'organizations', whole), [1]).organizations).toEqual(whole)
    expect(brought(narrowed(undefined, [1]), 'organizations', whole).organizations).toEqual(whole)
  })

  it('never lose fields of a rich answer to a partial one', () => {
    const partial = brought(started, 'opportunities', {
      1: { opportunity_id: 1, version: 4, opportunity_name: 'Renamed' },
    })
    expect(partial.opportunities?.[1]).toEqual({
      ...anOpportunity({ version: 4, tags: [1, 2] }),
      opportunity_name: 'Renamed',
    })
  })

  it('do not touch other resources', () => {
    const both = brought(started, 'tags', { 1: aTag() })
    expect(both.opportunities).toBe(started.opportunities)
  })

  it('drop the unreferenced rows, and only those', () => {
    const both = brought(
      brought(started, 'opportunities', { 2: anOpportunity({ opportunity_id: 2 }) }),
      'tags',
      {
        1: aTag(),
      },
    )
    const left = entities(both, unreferencedRowsRemoved({ opportunities: [2], tags: [1] }))
    expect(Object.keys(left.opportunities ?? {})).toEqual(['2'])
    expect(left.tags).toBe(both.tags)
    expect(entities(both, unreferencedRowsRemoved({ opportunities: [1, 2], tags: [1] }))).toBe(both)
  })

  it('forget a record that has been deleted, and every list of it', () => {
    const both = brought(started, 'tags', { 1: aTag(), 2: aTag({ tag_id: 2 }) })
    const left = entities(both, rowRemoved({ resource: 'tags', id: 2 }))
    expect(Object.keys(left.tags ?? {})).toEqual(['1'])
    expect(left.opportunities?.[1]?.tags).toEqual([1])
    const unconcerned = entities(both, rowRemoved({ resource: 'tags', id: 9 }))
    expect(unconcerned.opportunities?.[1]).toBe(both.opportunities?.[1])
  })

  it('[AUTH-15] are empty after signing out', () => {
    expect(entities(started, signedOut({ key: 'k' }))).toEqual({})
  })

  it('are read by id, in the order of the ids', () => {
    const state = { entities: brought(started, 'opportunities', { 2: anOpportunity({ opportunity_id: 2 }) }) }
    expect(selectRow(state, 'opportunities', 1)).toBe(state.entities.opportunities?.[1])
    expect(selectRow(state, 'opportunities', null)).toBeUndefined()
    expect(selectRow(state, 'tags', 1)).toBeUndefined()
    expect(selectRows(state, 'opportunities', [2, 9, 1]).map((row) => row.opportunity_id)).toEqual([2, 1])
  })
})
