import { contract, type ResourceName } from '.'
import { refusalOf, restrictions, rightsToChange, type Identity } from './policy'

const broker: Identity = { userId: 1, userType: 'broker', email: 'Bea@basin.example', withheld: [] }
const other: Identity = { ...broker, userId: 2, email: null }
const team: Identity = { userId: 3, userType: 'team', email: null, withheld: [] }

const may = (
  resource: Parameters<typeof refusalOf>[1],
  change: Parameters<typeof refusalOf>[2],
  record: object = {},
) => [broker, other, team].map((who) => refusalOf(who, resource, change, record) === null)

const participants = [{ id: null, email: 'bea@BASIN.example', first_name: null, last_name: null }]

describe('who may do what', () => {
  it.each([
    ['users', 'create', {}, [false, false, true]],
    ['users', 'change', { created_by: 1 }, [false, false, true]],
    ['sourceNames', 'change', {}, [false, false, true]],
    ['sourceNames', 'create', {}, [true, true, true]],
    ['notes', 'create', {}, [true, true, true]],
    ['notes', 'change', { created_by: 1 }, [true, false, true]],
    ['notes', 'remove', { created_by: 1 }, [true, false, true]],
    ['notes', 'remove', { created_by: null }, [false, false, true]],
    ['activities', 'change', { created_by: 2, participants: [] }, [false, true, true]],
    ['activities', 'change', { created_by: 9, participants }, [true, false, true]],
    ['activities', 'remove', { created_by: 9, participants }, [true, false, true]],
    ['opportunities', 'remove', { created_by: 9 }, [true, true, true]],
  ] as const)('[NOTE-1, ACT-4] %s, %s: %j', (resource, change, record, expected) => {
    expect(may(resource, change, record)).toEqual(expected)
  })

  it.each(Object.entries(restrictions))('gives the reason why %s cannot be changed', (name, restriction) => {
    const nobody: Identity = { userId: 0, userType: null, email: null, withheld: [] }
    for (const change of ['create', 'change', 'remove'] as const)
      if (restriction[change])
        expect(refusalOf(nobody, name as keyof typeof restrictions, change)).toMatch(/^Only .+\.$/)
  })
})

it('[ROLE-1] shared records that no trash keeps are deleted with the right to delete for good', () => {
  const names = Object.keys(contract) as ResourceName[]
  const forGood = names.filter((name) => rightsToChange(name, 'remove').includes('bulk_delete'))
  expect(forGood).toEqual(expect.arrayContaining(['heatContents', 'marketHolidays', 'curves', 'sourceNames']))
  for (const kept of ['views', 'users', 'teams', 'tags', 'opportunities', 'messages'] as const)
    expect(forGood).not.toContain(kept)
  const member: Identity = { ...team, withheld: ['bulk_delete'] }
  expect(refusalOf(member, 'curves', 'change')).toBeNull()
  expect(refusalOf(member, 'curves', 'remove')).toMatch(/does not delete many records at once, or for good/)
})
