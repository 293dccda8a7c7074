import type { Sessions } from '../server/services/sessions'

/** Signs in as the broker of the demo data. @returns the access token. */
export async function signInAsBroker(sessions: Sessions): Promise<string> {
  const answer = await sessions.signIn(
    { username: 'broker', password: 'citygate-demo-2026', remember: true },
    { address: '127.0.0.1', requestId: 'bench', newDevice: 'bench' },
  )
  if ('pending' in answer) throw new Error('The broker has a second factor.')
  return answer.access
}
