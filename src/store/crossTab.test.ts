import { mockStore } from '../testing/mockStore'
import { createCrossTabMiddleware, listenToTabs, type TabChannel } from './crossTab'
import { densityChosen } from './preferences'
import { sessionFrom, signedIn, signedOut, tokensRotated, type SessionState } from './session'

const session = (remember: boolean) =>
  sessionFrom({ access: 'a', refresh: 'r', expires_in: 600, user: { id: 1, username: 'broker' } }, remember)
const remembered = session(true)
const none: SessionState = { key: null, tokens: null, user: null, remember: null }

/** A store that records its actions, with the messages that it posts to other tabs. */
const openTab = (state: SessionState = none) => {
  const posted: unknown[] = []
  const channel: TabChannel = {
    onmessage: null,
    postMessage: (message: unknown) => void posted.push(message),
    close: () => undefined,
  }
  const store = mockStore([createCrossTabMiddleware(channel)], { session: state })
  listenToTabs(channel, store)
  const receive = (data: unknown): void => {
    channel.onmessage?.call(channel as BroadcastChannel, new MessageEvent('message', { data }))
  }
  return { store, posted, receive }
}

describe('what a tab tells the others', () => {
  it('[AUTH-15] is a sign-in that the browser remembers, and no other', () => {
    const { store, posted } = openTab()
    store.dispatch(signedIn(remembered))
    store.dispatch(signedIn(session(false)))
    expect(posted).toEqual([{ type: 'signedIn', session: remembered }])
  })

  it('[TRUST-6] is new tokens and the end of its session', () => {
    const { store, posted } = openTab(remembered)
    const { key, tokens } = remembered
    store.dispatch(tokensRotated({ key, tokens }))
    store.dispatch(signedOut({ key, lost: true }))
    store.dispatch(signedOut({ key: null }))
    expect(posted).toEqual([
      { type: 'tokensRotated', key, tokens },
      { type: 'signedOut', key, lost: true },
    ])
  })

  it('is a choice of the user, but nothing that came from another tab', () => {
    const { store, posted, receive } = openTab()
    store.dispatch(densityChosen('compact'))
    expect(posted).toEqual([{ type: 'preferred', action: densityChosen('compact') }])
    receive({ type: 'preferred', action: densityChosen('comfortable') })
    receive({ type: 'signedIn', session: remembered })
    expect(store.getActions()).toHaveLength(3)
    expect(posted).toHaveLength(1)
  })
})

describe('what a tab takes from the others', () => {
  it('[AUTH-15] is a sign-in, unless it has a session of its own', () => {
    const signedOutTab = openTab()
    signedOutTab.receive({ type: 'signedIn', session: remembered })
    expect(signedOutTab.store.getActions()).toEqual([signedIn(remembered, { fromOtherTab: true })])
    const own = openTab(session(false))
    own.receive({ type: 'signedIn', session: remembered })
    expect(own.store.getActions()).toEqual([])
  })

  it('[TRUST-6] is the end and the tokens of the same session only', () => {
    const { store, receive } = openTab(remembered)
    const { key, tokens } = remembered
    receive({ type: 'signedOut', key: 'another' })
    receive({ type: 'tokensRotated', key: 'another', tokens })
    expect(store.getActions()).toEqual([])
    receive({ type: 'signedOut', key })
    expect(store.getActions()).toEqual([signedOut({ key }, { fromOtherTab: true })])
  })

  it('[TRUST-6] is no other action, whatever the message says', () => {
    const { store, receive } = openTab()
    receive({ type: 'preferred', action: { type: 'session/signedIn', payload: remembered } })
    expect(store.getActions()).toEqual([])
  })
})
