import { rowRemoved } from './entities'
import { recentRecords, recordMissed, recordOpened, selectRecentRecords } from './recentRecords'
import { signedOut } from './session'

const opened = (id: number) => recordOpened({ resource: 'opportunities', id, name: `Deal ${id}` })
const none = recentRecords(undefined, { type: 'none' })

describe('the records opened last', () => {
  it('[HOME-2] have the latest first, each once, a dozen of them', () => {
    const many = Array.from({ length: 14 }, (_, index) => opened(index)).reduce(recentRecords, none)
    const state = recentRecords(many, opened(5))
    expect(selectRecentRecords({ recentRecords: state }).map(({ id }) => id)).toEqual([
      5, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3, 2,
    ])
  })

  it('[HOME-2] forget one that is gone, and all of them with the session', () => {
    const state = [opened(1), opened(2)].reduce(recentRecords, none)
    for (const gone of [recordMissed, rowRemoved])
      expect(recentRecords(state, gone({ resource: 'opportunities', id: 2 })).opened).toHaveLength(1)
    expect(recentRecords(state, signedOut({ key: null }))).toEqual(none)
  })
})
