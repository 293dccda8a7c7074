import { sentenceFor, withoutSecrets } from './devtools'
import { sessionFrom, signedIn, tokensRotated } from './session'

const canary = 'canary-5f1e'

describe('what DevTools show', () => {
  it('[TRUST-8] holds no token and no password, at whatever depth', () => {
    const answer = { access: canary, refresh: canary, expires_in: 600, user: { id: 1, username: 'broker' } }
    const session = sessionFrom(answer, true)
    const shown = [
      signedIn(session),
      tokensRotated({ key: session.key, tokens: session.tokens }),
      {
        type: 'api/executeMutation/pending',
        meta: { arg: { endpointName: 'signIn', originalArgs: { username: 'broker', password: canary } } },
      },
      { type: 'persist/REHYDRATE', payload: { tokens: session.tokens }, key: 'session' },
      {
        session,
        currentUser: { profile: { nylas_access_token: canary } },
        list: [{ deep: { Authorization: `Bearer ${canary}` } }],
      },
      { made: { secret_address: `https://desk.example/${canary}` } },
      { password_again: canary, passwordRepeated: canary },
    ].map((value) => JSON.stringify(withoutSecrets(value)))
    for (const text of shown) expect(text).not.toContain(canary)
    expect(shown[0]).toContain('broker')
    expect(shown[0]).toContain('refreshAt')
  })

  it('keeps what is no secret, and the reference of what was cleaned before', () => {
    const state = { preferences: { theme: 'dark' }, tokens: null, list: [1, 'two', null] }
    expect(withoutSecrets(state)).toEqual(state)
    expect(withoutSecrets(state)).toBe(withoutSecrets(state))
  })

  it.each([
    [
      'api/executeQuery/pending',
      { endpointName: 'opportunitiesList', type: 'query' },
      'opportunities list · loading',
    ],
    [
      'api/executeQuery/fulfilled',
      { endpointName: 'opportunitiesList', type: 'query' },
      'opportunities list · loaded',
    ],
    ['api/executeQuery/rejected', { endpointName: 'currentUser', type: 'query' }, 'current user · failed'],
    ['api/executeMutation/fulfilled', { endpointName: 'signIn', type: 'mutation' }, 'sign in · done'],
    ['api/executeMutation/rejected', { endpointName: 'signIn', type: 'mutation' }, 'sign in · refused'],
    ['session/signedOut', undefined, 'session · signed out'],
    ['preferences/menuToggled', undefined, 'preferences · menu toggled'],
  ])('reads like a sentence: %s', (type, arg, sentence) => {
    expect(sentenceFor({ type, meta: { arg } })).toBe(sentence)
  })
})
