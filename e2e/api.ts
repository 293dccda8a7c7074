import { demoPassword } from './actions'
import { sharedUrl } from './shared'

/**
 * A direct API call, in another session of the named demo account.
 * @param url of the product; by default the worker's shared one.
 */
export async function callAs<T>(
  username: string,
  method: string,
  path: string,
  body?: object,
  url = sharedUrl(),
): Promise<T> {
  const json = { 'content-type': 'application/json' }
  const signedIn = await fetch(`${url}/api/token/`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username, password: demoPassword }),
  })
  const { access } = (await signedIn.json()) as { access: string }
  const answer = await fetch(url + path, {
    method,
    headers: { ...json, authorization: `Bearer ${access}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (answer.status === 204 ? undefined : await answer.json()) as T
}
