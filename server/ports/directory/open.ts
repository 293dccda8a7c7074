import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { openedBy, type DirectoryConfig } from '../../config'
import type { Secrets } from '../../kit/crypto/secrets'
import type { Connection, ExternalSystems } from '../outside'
import { builtInDirectory, demoTeam, type BuiltInDirectory } from './builtIn'
import { directoryFlows, type Flows } from './flows'
import type { Directory } from './index'
import { openIdDirectory } from './openid'

/** The installation's directory, and the signed cookies of its sign-ins. */
export interface Directories {
  /** The directory on the sign-in page; null where there is none. */
  offered(): Promise<Directory | null>
  /** Null where a directory is configured, or where the installation is open to other users than the demo accounts. */
  builtIn: BuiltInDirectory | null
  flows: Flows
}

/** Opens the configured directory, else the built-in one where only the demo accounts can sign in. */
export function openDirectories(app: FastifyInstance, secrets: Secrets): Directories {
  const { directory } = app.config
  const flows = directoryFlows(secrets, app.database.clock)
  if (directory) {
    const configured = openDirectory(directory, app.outside)
    return { offered: () => Promise.resolve(configured), builtIn: null, flows }
  }
  if (openedBy(app.config) !== null) return { offered: () => Promise.resolve(null), builtIn: null, flows }
  const builtIn = builtInDirectory(app)
  const offered = async () => ((await demoTeam(app.database)).length > 0 ? builtIn.directory : null)
  return { offered, builtIn, flows }
}

/** An endpoint of a directory's metadata. */
const place = Type.Optional(Type.String({ pattern: '^https?://' }))
const places = { token_endpoint: place, jwks_uri: place, userinfo_endpoint: place }
type Places = Partial<Record<keyof typeof places, string>>

const placesIn = ({ token_endpoint, jwks_uri, userinfo_endpoint }: Places): string[] =>
  [token_endpoint, jwks_uri, userinfo_endpoint].filter((address) => address !== undefined)

/** Opens the configured directory. */
export function openDirectory(settings: DirectoryConfig, outside: ExternalSystems): Directory {
  const { issuer } = settings
  const origins = [new URL(issuer).origin]
  /**
   * Large directories have their tokens and keys on other hosts; only the issuer's metadata can add these, and only
   * with TLS.
   */
  const allow = (said: Places) => {
    const named = placesIn(said).map((address) => new URL(address))
    const encrypted = named.filter(({ protocol }) => protocol === 'https:').map(({ origin }) => origin)
    origins.splice(1, Infinity, ...new Set(encrypted.filter((origin) => origin !== origins[0])))
  }
  const connection: Connection = outside.connect({
    key: 'directory',
    origins,
    probe: async () => {
      const said = await connection.json(
        Type.Object({ issuer: Type.Literal(issuer), ...places }),
        `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
      )
      allow(said)
      if (said.jwks_uri !== undefined) await connection.json(Type.Object({}), said.jwks_uri)
      // The other endpoints serve sign-ins only; calling one on a disallowed host throws here, so that it is reported.
      for (const address of placesIn(said))
        if (!origins.includes(new URL(address).origin)) await connection.fetch(address)
    },
  })
  return openIdDirectory({
    ...settings,
    provider: 'directory',
    discovered: allow,
    // Its requests are short, and never streams.
    fetch: (url, { method, headers, body, signal }) =>
      connection.fetch(url, { method, headers, body: body as string | URLSearchParams, signal }),
    // Allowed by readConfig on this machine only.
    allowPlainHttp: issuer.startsWith('http:'),
  })
}
