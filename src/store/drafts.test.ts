import { configureStore } from '@reduxjs/toolkit'
import { draftDiscarded, draftSaved, createDraftsReducer, persistDrafts } from './drafts'
import { sessionEnd, session, sessionFrom, signedIn, signedOut } from './session'

const reduce = createDraftsReducer(window.sessionStorage)
const draft = { values: { text: '<p>Half a letter</p>' } }
const kept = reduce(undefined, draftSaved({ name: '1:message:new', ...draft }))
const as = (id: number) =>
  signedIn(sessionFrom({ access: 'a', refresh: 'r', expires_in: 60, user: { id, username: 'x' } }, true))

describe('drafts', () => {
  it('[TRUST-32] outlive a session that is lost, and wait for whom they are by', () => {
    const lost = reduce(kept, signedOut({ key: 'k', lost: true }))
    expect(reduce(lost, as(1))).toMatchObject({ '1:message:new': draft })
    expect(reduce(lost, as(2))).toEqual({})
    expect(reduce(lost, as(11))).toEqual({})
  })

  it('[TRUST-6] are removed at sign-out', () => {
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
    const end = sessionEnd(null, signedOut({ key: 'k', lost: true }))
    expect([end, sessionEnd(end, as(1)), sessionEnd(end, signedOut({ key: 'k' }))]).toEqual([
      'lost',
      null,
      'asked',
    ])
  })
})

/** A tab with its own session storage and the shared local storage. */
const openTab = () => {
  const entries = new Map<string, string>()
  const tab = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage
  const page = new EventTarget()
  const store = configureStore({ reducer: { drafts: createDraftsReducer(tab), session } })
  persistDrafts({ local: window.localStorage, tab }, store, {
    addEventListener: page.addEventListener.bind(page) as Window['addEventListener'],
  })
  store.dispatch(as(1))
  return {
    ...store,
    leave: () => void page.dispatchEvent(new Event('pagehide')),
    comeBack: () => void page.dispatchEvent(new Event('pageshow')),
    hear: (event: StorageEvent) => void page.dispatchEvent(event),
  }
}

const sharedPlace = 'citygate:drafts'

/** Runs an act of one tab, with the storage events that other tabs get. */
const whileHearing = (other: ReturnType<typeof openTab>, act: () => void) => {
  const oldValue = window.localStorage.getItem(sharedPlace)
  act()
  const newValue = window.localStorage.getItem(sharedPlace)
  other.hear(
    new StorageEvent('storage', { key: sharedPlace, storageArea: window.localStorage, oldValue, newValue }),
  )
}

describe('drafts in two tabs', () => {
  const name = '1:contacts:new'

  /** One tab has left a draft behind at its reload, and the other tab has found it. */
  const shared = () => {
    const [one, other] = [openTab(), openTab()]
    one.dispatch(draftSaved({ name, values: { last_name: 'Half' } }))
    whileHearing(other, one.leave)
    one.comeBack()
    expect(other.getState().drafts).toHaveProperty([name])
    return { one, other }
  }

  it('[TRUST-32] are settled in both once one has saved or discarded what it had left behind', () => {
    const { one, other } = shared()
    whileHearing(other, () => one.dispatch(draftDiscarded(name)))
    expect(other.getState().drafts).toEqual({})
    other.leave()
    expect(window.localStorage.getItem(sharedPlace)).toBeNull()
  })

  it('[TRUST-32] stay where they have been typed into since', () => {
    jest.useFakeTimers({ now: Date.now() + 1000 })
    const { one, other } = shared()
    jest.setSystemTime(Date.now() + 1000)
    other.dispatch(draftSaved({ name, values: { last_name: 'More' } }))
    whileHearing(other, () => one.dispatch(draftDiscarded(name)))
    expect(other.getState().drafts).toHaveProperty([name, 'values'], { last_name: 'More' })
    jest.useRealTimers()
  })
})
