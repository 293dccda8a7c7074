import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { openedBy, type DirectoryConfig } from '../../config'
import type { Secrets } from '../../sessions/secrets'
import type { Connection, Outside } from '../outside'
import { builtInDirectory, demoTeam, type BuiltInDirectory } from './builtIn'
import { directoryFlows, type Flows } from './flows'
import type { Directory } from './index'
import { openIdDirectory } from './openid'

/** The installation's directory, and what browsers carry to it and back. */
export interface Directories {
  /** What the sign-in page offers; null where there is none. */
  offered(): Promise<Directory | null>
  /** Null where a directory is configured, or others come. */
  builtIn: BuiltInDirectory | null
  flows: Flows
}

/** Opens the directory that the configuration names, else the one that the demo accounts have where nobody else comes. */
export function openDirectories(app: FastifyInstance, secrets: Secrets): Directories {
  const { directory } = app.config
  const flows = directoryFlows(secrets)
  if (directory) {
    const configured = openDirectory(directory, app.outside)
    return { offered: () => Promise.resolve(configured), builtIn: null, flows }
  }
  if (openedBy(app.config) !== null) return { offered: () => Promise.resolve(null), builtIn: null, flows }
  const builtIn = builtInDirectory(app)
  const offered = async () => ((await demoTeam(app.database)).length > 0 ? builtIn.directory : null)
  return { offered, builtIn, flows }
}

/** Where a directory says that it is asked for what. */
const place = Type.Optional(Type.String({ pattern: '^https?://' }))
const places = { token_endpoint: place, jwks_uri: place, userinfo_endpoint: place }
type Places = Partial<Record<keyof typeof places, string>>

const placesIn = ({ token_endpoint, jwks_uri, userinfo_endpoint }: Places): string[] =>
  [token_endpoint, jwks_uri, userinfo_endpoint].filter((address) => address !== undefined)

/** The directory that the configuration names. */
export function openDirectory(settings: DirectoryConfig, outside: Outside): Directory {
  const { issuer } = settings
  const origins = [new URL(issuer).origin]
  /** Large directories have their tokens and keys elsewhere; nobody but the issuer says where, and never without TLS. */
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
      // The others answer to sign-ins only; to ask where that is not allowed is refused here, and told.
      for (const address of placesIn(said))
        if (!origins.includes(new URL(address).origin)) await connection.fetch(address)
    },
  })
  return openIdDirectory({
    ...settings,
    provider: 'directory',
    discovered: allow,
    // What it asks is short, and never a stream.
    fetch: (url, { method, headers, body, signal }) =>
      connection.fetch(url, { method, headers, body: body as string | URLSearchParams, signal }),
    // As readConfig lets it pass: on this machine only.
    allowPlainHttp: issuer.startsWith('http:'),
  })
}
