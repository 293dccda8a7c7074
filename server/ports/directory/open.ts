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

/** The directory that the configuration names. */
export function openDirectory(settings: DirectoryConfig, outside: Outside): Directory {
  const { issuer } = settings
  const connection: Connection = outside.connect({
    key: 'directory',
    origins: [new URL(issuer).origin],
    probe: async () => {
      await connection.json(
        Type.Object({ issuer: Type.Literal(issuer) }),
        `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
      )
    },
  })
  return openIdDirectory({
    ...settings,
    provider: 'directory',
    // What it asks is short, and never a stream.
    fetch: (url, { method, headers, body, signal }) =>
      connection.fetch(url, { method, headers, body: body as string | URLSearchParams, signal }),
    // As readConfig lets it pass: on this machine only.
    allowPlainHttp: issuer.startsWith('http:'),
  })
}
