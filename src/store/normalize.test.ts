import { anOpportunity, anOrganization, aProfile, aTag, aUser } from '../testing/builders'
import { normalize, UnreadableAnswer } from './normalize'

describe('taking answers apart', () => {
  it('turns nested records into rows and relations into ids, at any depth', () => {
    const profile = aProfile({ id: 9 })
    const author = { ...aUser({ id: 4 }), profile }
    const answer = {
      ...anOpportunity({ opportunity_id: 7 }),
      created_by: author,
      modified_by: null,
      tags: [{ ...aTag({ tag_id: 3 }), created_by: author }, aTag({ tag_id: 5 })],
      organizations: [2, anOrganization({ organization_id: 1 })],
    }
    const { ids, rows } = normalize('opportunities', [answer])
    expect(ids).toEqual([7])
    expect(rows.opportunities?.[7]).toMatchObject({
      created_by: 4,
      modified_by: null,
      tags: [3, 5],
      organizations: [2, 1],
    })
    expect(rows.tags?.[3]).toEqual(aTag({ tag_id: 3, created_by: 4 }))
    expect(rows.users?.[4]).toEqual(aUser({ id: 4, profile: 9 }))
    expect(rows.profiles?.[9]).toEqual(profile)
    expect(Object.keys(rows.organizations ?? {})).toEqual(['1'])
  })

  it('leaves ids as they are and fields that the contract does not name behind', () => {
    const { rows } = normalize('tags', [{ ...aTag({ tag_id: 1 }), surprise: 'secret' }])
    expect(rows.tags?.[1]).toEqual(aTag({ tag_id: 1 }))
  })

  it('joins what two places of one answer say of the same record', () => {
    const { rows } = normalize('opportunities', [
      { opportunity_id: 1, created_by: { id: 4, username: 'broker' } },
      { opportunity_id: 2, created_by: { id: 4, email: 'bea@basin.example' } },
    ])
    expect(rows.users?.[4]).toEqual({ id: 4, username: 'broker', email: 'bea@basin.example' })
  })

  it('does not change the answer', () => {
    const answer = { ...anOpportunity(), tags: [aTag()] }
    const before = structuredClone(answer)
    normalize('opportunities', [answer])
    expect(answer).toEqual(before)
  })

  it.each([[null], ['text'], [{ opportunity_name: 'No id' }], [{ opportunity_id: '7' }], [[1]]])(
    'refuses %j for a record',
    (record) => {
      expect(() => normalize('opportunities', [record])).toThrow(UnreadableAnswer)
    },
  )
})
