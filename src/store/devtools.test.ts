import { secretNames, signedNames } from '../contract/secrets'
import { devToolsOptions, sentenceFor, redactSecrets } from './devtools'
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
    ].map((value) => JSON.stringify(redactSecrets(value)))
    for (const text of shown) expect(text).not.toContain(canary)
    expect(shown[0]).toContain('broker')
    expect(shown[0]).toContain('refreshAt')
  })

  it.each([...secretNames])(
    '[TRUST-47] hides %s in arguments, answers, errors, drafts, addresses and texts',
    (name) => {
      // Other texts repeat the signature, the secret part of a signed address.
      const value = signedNames.has(name) ? '/content/?signature=canary' : `canary "${name}" 7c\\`
      const plain = `canary-${name}-7c`
      // 'state' is secret only beside a code.
      const held = { ...(name === 'state' && { code: 'of-a-consent' }), [name]: value }
      const shown = JSON.stringify(
        redactSecrets([
          { type: 'api/executeMutation/pending', meta: { arg: { originalArgs: { id: 3, body: held } } } },
          { type: 'api/executeMutation/fulfilled', payload: held },
          {
            payload: { status: 422, detail: `Not ${value}.`, fields: { username: `${value} is too short.` } },
          },
          { drafts: { '2:form': { values: held, at: 1 } }, list: [[held]] },
          { url: `https://desk.example/a?x=1&${name}=${plain}&y=2`, hash: `/b#${name}=${plain}` },
          { returnUrl: `/login?returnUrl=${encodeURIComponent(`/c?${name}=${plain}`)}` },
          { queries: { [`anything(${JSON.stringify({ [name]: plain })})`]: { status: 'fulfilled' } } },
          { text: JSON.stringify(JSON.stringify({ [name]: plain })), cut: `... {"${name}":"${plain}` },
        ]),
      )
      expect(shown).not.toContain('canary')
      expect(shown).toContain('y=2')
    },
  )

  it('[TRUST-47] hides what repeats a secret under another name, and in what was shown before', () => {
    const state = { toasts: [{ text: 'Not tw1ce-hidden-canary.' }] }
    redactSecrets(state)
    redactSecrets({ meta: { arg: { originalArgs: { current_password: 'tw1ce-hidden-canary' } } } })
    expect(JSON.stringify(redactSecrets(state))).not.toContain('canary')
  })

  it.each([
    { newPassword: canary, 'password-again': [canary], PASSWORD: { first: canary } },
    { address: `https://anna:${canary}@desk.example/` },
    { link: `https://desk.example/confirm-email#${canary}` },
    { feed: `webcal://desk.example/api/calendar/${canary}.ics` },
    { logo: `/api/mpg/organizations/7/logo/?expires=1&signature=${canary}` },
    { headers: ['Authorization', `Bearer ${canary}`] },
  ])('[TRUST-47] hides the secret in %j', (value) => {
    expect(JSON.stringify(redactSecrets(value))).not.toContain(canary)
  })

  it('[TRUST-47] shows the code of an error, the state of an address and the name of a file', () => {
    const shown = {
      error: { status: 404, code: 'not_found', detail: 'Opportunity not found.' },
      address: { city: 'Erie', state: 38, profile: 4, file_id: 3, filename: 'usage.pdf', remember: true },
      queries: { 'addressesList({"search":"Erie","filename":"usage.pdf"})': { status: 'fulfilled' } },
    }
    expect(redactSecrets(shown)).toEqual(shown)
  })

  it('[TRUST-47] lets the tools read only: an export would go around all of this', () => {
    expect(devToolsOptions.features).toEqual({ pause: true })
    expect(devToolsOptions.trace).toBeUndefined()
  })

  it('keeps what is no secret, and the reference of what was cleaned before', () => {
    const state = { preferences: { theme: 'dark' }, tokens: null, list: [1, 'two', null] }
    expect(redactSecrets(state)).toEqual(state)
    expect(redactSecrets(state)).toBe(redactSecrets(state))
  })

  it('tells a query that was answered from the cache from one that failed', () => {
    const meta = { arg: { endpointName: 'opportunity', type: 'query' }, condition: true }
    expect(sentenceFor({ type: 'api/executeQuery/rejected', meta })).toBe('Already loaded: opportunity')
  })

  it.each([
    [
      'api/executeQuery/pending',
      { endpointName: 'opportunitiesList', type: 'query' },
      'Loading opportunities list',
    ],
    [
      'api/executeQuery/fulfilled',
      { endpointName: 'opportunitiesList', type: 'query' },
      'Loaded opportunities list',
    ],
    [
      'api/executeQuery/rejected',
      { endpointName: 'currentUser', type: 'query' },
      'Could not load current user',
    ],
    ['api/executeMutation/fulfilled', { endpointName: 'signIn', type: 'mutation' }, 'Done: sign in'],
    ['api/executeMutation/rejected', { endpointName: 'signIn', type: 'mutation' }, 'Refused: sign in'],
    ['session/signedOut', undefined, 'Session: signed out'],
    ['persist/REHYDRATE', undefined, 'Persist: rehydrate'],
    ['preferences/menuToggled', undefined, 'Preferences: menu toggled'],
  ])('reads like a sentence: %s', (type, arg, sentence) => {
    expect(sentenceFor({ type, meta: { arg } })).toBe(sentence)
  })
})
