import { draftKept, draftsIn } from './drafts'
import { ending } from './ending'
import { sessionFrom, signedIn, signedOut } from './session'

const reduce = draftsIn(window.sessionStorage)
const draft = { values: { text: '<p>Half a letter</p>' } }
const kept = reduce(undefined, draftKept({ name: '1:message:new', ...draft }))
const as = (id: number) =>
  signedIn(sessionFrom({ access: 'a', refresh: 'r', expires_in: 60, user: { id, username: 'x' } }, true))

describe('drafts', () => {
  it('[TRUST-32] outlive a session that is lost, and wait for whom they are by', () => {
    const lost = reduce(kept, signedOut({ key: 'k', lost: true }))
    expect(reduce(lost, as(1))).toMatchObject({ '1:message:new': draft })
    expect(reduce(lost, as(2))).toEqual({})
    expect(reduce(lost, as(11))).toEqual({})
  })

  it('[TRUST-6] go when somebody signs out', () => {
    expect(reduce(kept, signedOut({ key: 'k' }))).toEqual({})
  })

  it('[TRUST-32] are kept as far as there is room, and for a week', () => {
    const at = (days: number, size = 1) => ({
      values: { text: 'x'.repeat(size) },
      at: Date.now() - days * 86_400_000,
    })
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`1:n${index}`, at(index / 100)]),
    )
    const namesIn = (drafts: object) => {
      window.sessionStorage.setItem('citygate:drafts', JSON.stringify(drafts))
      return Object.keys(reduce(undefined, { type: 'start' }))
    }
    expect(namesIn({ old: at(8), new: at(6) })).toEqual(['new'])
    expect(namesIn(many)).toEqual(Object.keys(many).slice(0, 30))
    expect(namesIn({ one: at(2, 1_500_000), other: at(1, 1_500_000), little: at(3) })).toEqual([
      'other',
      'little',
    ])
  })

  it('[TRUST-32] know how the session has ended', () => {
    const end = ending(null, signedOut({ key: 'k', lost: true }))
    expect([end, ending(end, as(1)), ending(end, signedOut({ key: 'k' }))]).toEqual(['lost', null, 'asked'])
  })
})
