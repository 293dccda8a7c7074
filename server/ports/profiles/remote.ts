import { OutsideError, type Outside } from '../outside'
import type { ProfileFetcher } from '.'

/** The kinds of file that a profile may be, and how their names end. */
const endings: Readonly<Record<string, string>> = {
  'text/html': 'html',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'text/plain': 'txt',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/**
 * Asks a service for profiles at {host}/fetch/{slug}/{contact id} (part 2 §13), which answers with the file. It is told
 * these two and nothing of whoever asks: their token stays here (TRUST-26).
 */
export function remoteProfiles(host: string, outside: Outside): ProfileFetcher {
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
