import { mockStore } from '../testing/mockStore'
import { persistInTab, readStored } from './tabStorage'

interface Notes {
  notes: Readonly<Record<string, string>>
}

/** A slice that is what the last action says. */
const storeOf = (initial: Notes['notes']) =>
  mockStore<Notes>([], (actions) => ({
    notes: (actions.at(-1) as { payload?: Notes['notes'] } | undefined)?.payload ?? initial,
  }))

const changed = (payload: Notes['notes']) => ({ type: 'notes/changed', payload })

describe('a slice that survives a reload of its tab', () => {
  const key = 'citygate:notes'
  const stored = () => window.sessionStorage.getItem(key)

  it('[TRUST-32] is stored with each change, and removed when it is empty', () => {
    const store = storeOf({})
    persistInTab(window.sessionStorage, key, 'notes', store)
    expect(stored()).toBeNull()
    store.dispatch(changed({ one: 'Half a line' }))
    expect(readStored(window.sessionStorage, key, {})).toEqual({ one: 'Half a line' })
    store.dispatch(changed({}))
    expect(stored()).toBeNull()
  })

  it('[TRUST-32] is stored as far as its limits allow, and not again without a change', () => {
    const written = jest.spyOn(Storage.prototype, 'setItem')
    const start = { kept: 'a' }
    const store = storeOf(start)
    persistInTab(window.sessionStorage, key, 'notes', store, ({ kept = '' }) => ({ kept }))
    store.dispatch(changed(start))
    expect(written).not.toHaveBeenCalled()
    store.dispatch(changed({ kept: 'b', dropped: 'c' }))
    expect(readStored(window.sessionStorage, key, {})).toEqual({ kept: 'b' })
    written.mockRestore()
  })

  it('[K9] is empty where the storage is blocked or holds what is no JSON', () => {
    window.sessionStorage.setItem(key, '{"half')
    expect(readStored(window.sessionStorage, key, { none: true })).toEqual({ none: true })
    const blocked = {
      getItem: () => {
        throw new DOMException('Blocked', 'SecurityError')
      },
    } as unknown as Storage
    expect(readStored(blocked, key, { none: true })).toEqual({ none: true })
  })
})
