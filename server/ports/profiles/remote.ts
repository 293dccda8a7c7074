import { OutsideError, type ExternalSystems } from '../outside'
import type { ProfileFetcher } from '.'

/** The allowed media types of a profile, and their file extensions. */
const endings: Readonly<Record<string, string>> = {
  'text/html': 'html',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'text/plain': 'txt',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/**
 * Requests profiles from a service at {host}/fetch/{slug}/{contact id} (part 2 §13), which answers with the file. It
 * gets these two values and nothing about the caller: the caller's token is not sent (TRUST-26).
 */
export function remoteProfiles(host: string, outside: ExternalSystems): ProfileFetcher {
  const { origin } = new URL(host)
  const connection = outside.connect({ key: 'profiles', origins: [origin] })
  return {
    async fetch(slug, { contactId }) {
      const answer = await connection.fetch(`${host}/fetch/${encodeURIComponent(slug)}/${contactId}`)
      if (!answer.ok) throw new OutsideError('Profile fetcher', `it answers with ${answer.status}`)
      const type = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
      const ending = endings[type]
      const content = Buffer.from(await answer.arrayBuffer())
      if (!ending || content.length === 0)
        throw new OutsideError('Profile fetcher', 'it answers with no profile')
      return { content, filename: `${slug}.${ending}` }
    },
  }
}
