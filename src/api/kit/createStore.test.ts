import { createStore } from './createStore'
import { connectedTabs, memoryStorage } from '../../testing/tabs'
import { currentUserLoaded } from '../../store/currentUser'
import { contentTypesLoaded } from '../../store/contentTypes'
import type { BrowserStorages } from '../../store/persistence'
import { draftSaved } from '../../store/drafts'
import { queued } from '../../store/organizationQueues'
import { organizationsLoaded, participantsLoaded } from '../../store/pickerCache'
import { columnsChosen, columnsReset, densityChosen, menuToggled, themeChosen } from '../../store/preferences'
import { selectSession, sessionFrom, signedIn, signedOut, tokensRotated } from '../../store/session'
import { aProfile, aUser } from '../../testing/builders'

const canary = 'canary-77aa'
const newPlaces = (): BrowserStorages => ({ local: memoryStorage(), tab: memoryStorage() })
/** Another tab of the same browser. */
const otherTab = ({ local }: BrowserStorages): BrowserStorages => ({ local, tab: memoryStorage() })

const opened: ReturnType<typeof createStore>[] = []
const open = async (storages: BrowserStorages, channel = connectedTabs()()) => {
  const made = createStore({ storages, channel, locks: undefined, page: window })
  opened.push(made)
  await made.ready
  return made.store
}
type Opened = Awaited<ReturnType<typeof open>>
/** Resolves when every tab has flushed its state. */
const written = () => Promise.all(opened.map(({ flush }) => flush()))

const sessionOf = (remember: boolean, user = { id: 1, username: 'broker' }) =>
  sessionFrom({ access: `${canary}-a`, refresh: `${canary}-r`, expires_in: 600, user }, remember)

const fill = (store: Opened, remember: boolean) => {
  store.dispatch(signedIn(sessionOf(remember)))
  store.dispatch(currentUserLoaded({ user: aUser(), profile: aProfile() }))
  store.dispatch(contentTypesLoaded([{ id: 33, model: 'contact' }]))
  store.dispatch(
    participantsLoaded([{ id: 1, email: `${canary}@basin.example`, first_name: null, last_name: null }]),
  )
  store.dispatch(organizationsLoaded([{ id: 1, name: canary }]))
}

const dump = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? '')).join('\n')

const kept = (store: Opened) => {
  const { session, currentUser, contentTypes, pickerCache } = store.getState()
  return [
    session.user?.username,
    currentUser.user?.id,
    contentTypes.idByModel.contact,
    pickerCache.participants.length,
    pickerCache.organizations.length,
  ]
}
const everything = ['broker', 1, 33, 1, 1]
const nothing = [undefined, undefined, undefined, 0, 0]

afterEach(() => {
  opened.length = 0
})

describe('what is kept', () => {
  it('[AUTH-15] survives a reload and a restart of the browser with remember-me', async () => {
    const storages = newPlaces()
    fill(await open(storages), true)
    await written()
    expect(kept(await open(storages))).toEqual(everything)
    expect(kept(await open(otherTab(storages)))).toEqual(everything)
    expect(dump(storages.tab)).not.toContain(canary)
  })

  it('[AUTH-15] survives only a reload of this tab without remember-me', async () => {
    const storages = newPlaces()
    fill(await open(storages), false)
    await written()
    expect(kept(await open(storages))).toEqual(everything)
    expect(kept(await open(otherTab(storages)))).toEqual(nothing)
    expect(dump(storages.local)).not.toContain(canary)
  })

  it('[AUTH-15, BUR-4] holds of a tab nothing that another user had kept in it, who came while it was elsewhere', async () => {
    const storages = newPlaces()
    const store = await open(storages)
    fill(store, true)
    const entry = { name: 'Larkmoor Steel', bin: null, organization: 7 }
    store.dispatch(queued({ opportunity: 1, entry }))
    await written()
    expect((await open(storages)).getState().organizationQueues).toEqual({ 1: [entry] })

    const elsewhere = await open(otherTab(storages))
    elsewhere.dispatch(signedIn(sessionOf(true, { id: 2, username: 'other' })))
    await opened.at(-1)?.flush()
    const back = await open(storages)
    expect(back.getState().session.user?.id).toBe(2)
    expect(back.getState().organizationQueues).toEqual({})
  })

  it('[AUTH-14] holds the refresh token with the session, the newest one', async () => {
    const storages = newPlaces()
    const store = await open(storages)
    fill(store, true)
    const key = store.getState().session.key ?? ''
    store.dispatch(
      tokensRotated({ key, tokens: { access: 'new-a', refresh: 'new-r', refreshAt: 1, rotation: 1 } }),
    )
    await written()
    expect(selectSession((await open(storages)).getState())?.tokens).toEqual({
      access: 'new-a',
      refresh: 'new-r',
      refreshAt: 1,
      rotation: 1,
    })
  })

  it.each([true, false])(
    '[AUTH-15] is gone at once after signing out (remember-me %s), preferences apart',
    async (remember) => {
      const storages = newPlaces()
      const store = await open(storages)
      fill(store, remember)
      store.dispatch(menuToggled(true))
      await written()
      store.dispatch(signedOut({ key: store.getState().session.key }))
      expect(dump(storages.local) + dump(storages.tab)).not.toContain(canary)
      await written()
      expect(dump(storages.local) + dump(storages.tab)).not.toContain(canary)
      const reopened = await open(storages)
      expect(kept(reopened)).toEqual(nothing)
      expect(reopened.getState().preferences.menuCollapsed).toBe(true)
    },
  )

  it('tells a tab with a session of its own from the one that the browser remembers', async () => {
    const remembered = newPlaces()
    const own = otherTab(remembered)
    fill(await open(own), false)
    fill(await open(remembered), true)
    await written()
    const reloaded = await open(own)
    expect(reloaded.getState().session.remember).toBe(false)
    reloaded.dispatch(signedOut({ key: reloaded.getState().session.key }))
    await written()
    expect(dump(own.tab)).toBe('')
    expect(kept(await open(otherTab(remembered)))).toEqual(everything)
  })

  it('[TRUST-32] is in the store all the same where the tab has no room left for it', async () => {
    const storages = newPlaces()
    const store = await open(storages)
    const full = jest.spyOn(storages.tab, 'setItem').mockImplementation(() => {
      throw new DOMException('Full.', 'QuotaExceededError')
    })
    const told = jest.fn()
    store.subscribe(told)
    const keep = (text: string) => store.dispatch(draftSaved({ name: '1:note', values: { text } }))
    keep('<p>long</p>')
    expect(store.getState().drafts).toHaveProperty(['1:note'])
    expect(told).toHaveBeenCalledTimes(1)
    full.mockRestore()
    keep('<p>short</p>')
    expect(dump(storages.tab)).toContain('short')
  })

  it('never holds rows, answers or toasts', async () => {
    const storages = newPlaces()
    fill(await open(storages), true)
    await written()
    const keys = Array.from({ length: storages.local.length }, (_, index) =>
      storages.local.key(index),
    ).toSorted()
    expect(keys).toEqual(
      ['contentTypes', 'currentUser', 'pickerCache', 'preferences', 'recentRecords', 'session'].map(
        (slice) => `persist:citygate:${slice}`,
      ),
    )
  })

  it.each([
    ['without a version', -1],
    ['by a later release', 99],
  ])('starts a slice afresh that was kept %s', async (_when, version) => {
    const storages = newPlaces()
    const store = await open(storages)
    fill(store, true)
    await written()
    const place = 'persist:citygate:pickerCache'
    const stored = JSON.parse(storages.local.getItem(place) ?? '{}') as Record<string, string>
    storages.local.setItem(
      place,
      JSON.stringify({ ...stored, _persist: JSON.stringify({ version, rehydrated: true }) }),
    )
    const reopened = await open(storages)
    expect(reopened.getState().pickerCache).toMatchObject({ participants: [], organizations: [] })
    expect(reopened.getState().session.user?.username).toBe('broker')
  })
})

describe('the tabs of one browser', () => {
  it('[AUTH-15, TRUST-6] are all signed out as soon as one of them is', async () => {
    const storages = newPlaces()
    const join = connectedTabs()
    const first = await open(storages, join())
    fill(first, true)
    await written()
    const second = await open(otherTab(storages), join())
    expect(kept(second)).toEqual(everything)
    first.dispatch(signedOut({ key: first.getState().session.key }))
    await Promise.resolve()
    expect(kept(second)).toEqual(nothing)
  })

  it('hear of new tokens', async () => {
    const storages = newPlaces()
    const join = connectedTabs()
    const first = await open(storages, join())
    fill(first, true)
    await written()
    const second = await open(otherTab(storages), join())
    const tokens = { access: 'new-a', refresh: 'new-r', refreshAt: 5, rotation: 1 }
    first.dispatch(tokensRotated({ key: first.getState().session.key ?? '', tokens }))
    await Promise.resolve()
    expect(second.getState().session.tokens).toEqual(tokens)
  })

  it('never bring older tokens back, however late they write or speak', async () => {
    const storages = newPlaces()
    const first = await open(storages)
    fill(first, true)
    await written()
    const late = await open(otherTab(storages))
    const { key, tokens } = first.getState().session
    if (!key || !tokens) throw new Error('No session')
    const newer = { ...tokens, access: 'new-a', rotation: 2 }
    first.dispatch(tokensRotated({ key, tokens: newer }))
    await written()
    late.dispatch(tokensRotated({ key, tokens: { ...tokens, access: 'old-a', rotation: 1 } }))
    await written()
    expect(selectSession((await open(otherTab(storages))).getState())?.tokens).toEqual(newer)
    first.dispatch(tokensRotated({ key, tokens: { ...tokens, access: 'old-a', rotation: 1 } }))
    expect(first.getState().session.tokens).toEqual(newer)
  })

  it('clear only their own session, however late they hear of its end', async () => {
    const storages = newPlaces()
    const first = await open(storages)
    fill(first, true)
    await written()
    const late = await open(otherTab(storages))
    const ended = first.getState().session.key
    first.dispatch(signedOut({ key: ended }))
    fill(first, true)
    await written()
    late.dispatch(signedOut({ key: ended }))
    await written()
    expect(kept(await open(otherTab(storages)))).toEqual(everything)
  })

  it('leave another session alone', async () => {
    const join = connectedTabs()
    const first = await open(newPlaces(), join())
    const second = await open(newPlaces(), join())
    fill(first, false)
    fill(second, false)
    first.dispatch(signedOut({ key: first.getState().session.key }))
    await Promise.resolve()
    expect(kept(second)).toEqual(everything)
  })

  it('join a remembered session where there is no session', async () => {
    const join = connectedTabs()
    const storages = newPlaces()
    const first = await open(storages, join())
    const second = await open(otherTab(storages), join())
    first.dispatch(signedIn(sessionOf(true)))
    await Promise.resolve()
    expect(second.getState().session.user?.username).toBe('broker')
    const third = await open(newPlaces(), join())
    first.dispatch(signedOut({ key: first.getState().session.key }))
    first.dispatch(signedIn(sessionOf(false)))
    await Promise.resolve()
    expect(third.getState().session.user).toBeNull()
  })

  it('take over preferences of another tab, and never overwrite them with older ones, for any user', async () => {
    const join = connectedTabs()
    const storages = newPlaces()
    const first = await open(storages, join())
    const second = await open(otherTab(storages), join())
    fill(first, false)
    const narrow = { hidden: ['tags'], shares: {} }
    first.dispatch(themeChosen('dark'))
    first.dispatch(columnsChosen({ list: 'bids', choice: narrow }))
    first.dispatch(columnsChosen({ list: 'tasks', choice: narrow }))
    second.dispatch(menuToggled(false))
    first.dispatch(signedOut({ key: first.getState().session.key }))
    await Promise.resolve()
    await written()
    second.dispatch(densityChosen('compact'))
    second.dispatch(columnsChosen({ list: 'contacts', choice: narrow }))
    second.dispatch(columnsReset('tasks'))
    await Promise.resolve()
    await written()
    const wanted = {
      theme: 'dark',
      density: 'compact',
      menuCollapsed: false,
      columns: { bids: narrow, contacts: narrow },
    }
    expect(first.getState().preferences).toMatchObject(wanted)
    expect(first.getState().preferences.columns).not.toHaveProperty('tasks')
    expect(second.getState().preferences).toMatchObject(wanted)
    expect((await open(otherTab(storages))).getState().preferences).toMatchObject(wanted)
  })

  it('do not broadcast received messages again', async () => {
    const channel = connectedTabs()()
    const spoken = jest.spyOn(channel, 'postMessage')
    const store = await open(newPlaces(), channel)
    const told = new MessageEvent('message', {
      data: { type: 'preferred', action: themeChosen('dark') },
    })
    channel.onmessage?.call(channel as BroadcastChannel, told)
    expect(store.getState().preferences.theme).toBe('dark')
    expect(spoken).not.toHaveBeenCalled()
  })
})
