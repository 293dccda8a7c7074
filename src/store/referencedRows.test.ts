import { anOpportunity, aProfile, aTag, aUser } from '../testing/builders'
import type { Rows } from './entities'
import { referencedRows } from './referencedRows'

const rows: Rows = {
  opportunities: {
    1: anOpportunity({ opportunity_id: 1, created_by: 1, modified_by: null, tags: [1, 2] }),
    2: anOpportunity({ opportunity_id: 2, created_by: 3, modified_by: 3 }),
  },
  tags: {
    1: aTag({ tag_id: 1, created_by: 2, modified_by: 2 }),
    2: aTag({ tag_id: 2, created_by: 1, modified_by: 1 }),
    3: aTag({ tag_id: 3 }),
  },
  users: {
    1: aUser({ id: 1, profile: 1 }),
    2: aUser({ id: 2, profile: 7 }),
    3: aUser({ id: 3, profile: null }),
  },
  profiles: { 1: aProfile({ id: 1 }) },
}

const sorted = (ids: number[] | undefined) => ids?.toSorted((a, b) => a - b)

describe('what the roots reach', () => {
  it('is everything that relations lead to, and nothing else', () => {
    const found = referencedRows(rows, { opportunities: [1] })
    expect(sorted(found.opportunities)).toEqual([1])
    expect(sorted(found.tags)).toEqual([1, 2])
    expect(sorted(found.users)).toEqual([1, 2])
    expect(sorted(found.profiles)).toEqual([1])
  })

  it('is nothing without roots, and skips roots that are not known', () => {
    expect(referencedRows(rows, {})).toEqual({})
    expect(referencedRows(rows, { tags: [99] }).tags ?? []).toEqual([])
  })

  it('ends where records lead to each other', () => {
    const circle = {
      opportunities: { 1: anOpportunity({ organizations: [1] }) },
      organizations: { 1: { created_by: 1 } },
      users: { 1: aUser() },
    }
    expect(referencedRows(circle, { opportunities: [1, 1], organizations: [1] })).toMatchObject({
      users: [1],
      organizations: [1],
    })
  })
})
