import path from 'node:path'

/** A fault that the person who starts the server can mend: told in one line, exit status 1. */
export class StartError extends Error {}

export interface Config {
  port: number
  host: string
  /** Absolute path of the folder that holds the embedded database, secrets and files. */
  dataDir: string
  /** A PostgreSQL address, or null for the embedded database in dataDir. */
  databaseUrl: string | null
  /** Demo data: 'auto' fills only an empty embedded database on loopback outside production. */
  demo: 'auto' | 'on' | 'off'
  production: boolean
  logLevel: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Only this machine can reach a server that listens on one of these. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

/**
 * Reads the configuration from the environment.
 * @throws StartError naming the first variable whose value cannot be used.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = <T>(
    name: string,
    fallback: string,
    parse: (value: string) => T | undefined,
    wanted: string,
  ): T => {
    const value = env[name]?.trim() || fallback
    const parsed = parse(value)
    if (parsed === undefined) throw new StartError(`${name} is "${value}", but must be ${wanted}.`)
    return parsed
  }
  const oneOf =
    <T extends string>(...options: T[]) =>
    (value: string) =>
      options.find((option) => option === value)
  const url = (protocols: string[]) => (value: string) => {
    if (value === '') return null
    const parsed = URL.canParse(value) ? new URL(value) : undefined
    return parsed && protocols.includes(parsed.protocol) ? value.replace(/\/+$/, '') : undefined
  }

  const production = env['NODE_ENV'] === 'production'
  const config: Config = {
    port: read('PORT', '8080', toPort, 'a port number from 0 to 65535'),
    host: read(
      'HOST',
      '127.0.0.1',
      (value) => (/^[\w.:-]+$/.test(value) ? value : undefined),
      'a host name or address',
    ),
    dataDir: read('DATA_DIR', './data', (value) => path.resolve(value), 'a folder'),
    databaseUrl: read(
      'DATABASE_URL',
      '',
      url(['postgres:', 'postgresql:']),
      'a postgres:// address or empty',
    ),
    demo: ({ auto: 'auto', '0': 'off', '1': 'on' } as const)[
      read('DEMO', 'auto', oneOf('auto', '0', '1'), '0, 1 or empty')
    ],
    production,
    logLevel: read('LOG_LEVEL', 'info', oneOf(...logLevels), `one of ${logLevels.join(', ')}`),
  }
  if (config.demo === 'on' && !isLoopback(config.host))
    throw new StartError(
      `DEMO is "1", but HOST "${config.host}" is not loopback, and demo accounts have a public password.`,
    )
  return config
}

function toPort(value: string): number | undefined {
  const port = Number(value)
  return /^\d+$/.test(value) && port <= 65_535 ? port : undefined
}
