import { isIP } from 'node:net'
import path from 'node:path'
import { chatMakers, type ChatWidget } from '../src/contract/chat'
import { formats } from '../src/contract/formats'
import { signUps, type MapTiles, type SignUp } from '../src/contract/session'
import type { ExperianAccount } from './ports/bureau/experian'
import { parseS3Address, type S3Address } from './ports/files/s3Address'
import type { NylasAccount } from './ports/mail/nylas/api'

/** A fault that the person who starts the server can mend: told in one line, exit status 1. */
export class StartError extends Error {}

/** A directory that the provider's own team signs in through (AUTH-4). */
export interface DirectoryConfig {
  /** Its address, exactly as it names itself. */
  issuer: string
  clientId: string
  /** Null for an installation that it knows without one. */
  clientSecret: string | null
  /** What the sign-in button calls it. */
  label: string
  /** What happens to somebody whom it names and who has no account here yet. */
  newcomers: SignUp
}

/** A chat, and the secret by which it believes who talks; null where it wants no proof. */
export interface ChatConfig extends Omit<ChatWidget, 'is_verified'> {
  secret: string | null
}

export interface Config {
  port: number
  host: string
  /** Absolute path of the folder that holds the embedded database, secrets and files. */
  dataDir: string
  /** A PostgreSQL address, or null for the embedded database in dataDir. */
  databaseUrl: string | null
  /** S3-compatible storage for files, or null for a folder of dataDir. */
  files: S3Address | null
  /** Bytes that the files of the installation, and those of one user, may take up; null: no limit of its own. */
  filesQuota: number | null
  filesQuotaPerUser: number | null
  /** Demo data: 'auto' fills only an empty embedded database outside production; none where others come (openedBy). */
  demo: 'auto' | 'on' | 'off'
  /** The origin under which browsers reach this server, or null: the loopback name that each request says. */
  publicUrl: string | null
  /** Whether other machines may reach this server without encryption. */
  allowPlainHttp: boolean
  /** Addresses and networks of proxies whose forwarding headers count. */
  trustProxy: readonly string[]
  /** Hosts outside, as `name:port`, that may have private addresses and be asked without encryption (TRUST-26). */
  privateHosts: readonly string[]
  /** The account at the credit bureau, or null for the made-up one. */
  bureau: ExperianAccount | null
  /** The account at the mail and calendar service, or null for the built-in one. */
  mailService: NylasAccount | null
  /** The host that fetches profiles, or null: profiles of what the system knows. */
  profileFetcher: string | null
  /** The mail server that takes outgoing mail, or null: mail stays within this installation. */
  smtpUrl: string | null
  /** Emails that whatever would go to anybody goes to instead; none: to whom it is for. */
  mailFixedRecipients: readonly string[]
  /** Where the help panel sends what people ask, or null: to the provider's team. */
  supportEmail: string | null
  /** The chat that takes the place of the help panel, or null. */
  chat: ChatConfig | null
  /** What maps in the browser are laid over, or null: outlines only. */
  mapTiles: MapTiles | null
  /** Whether people may ask for an account, and whether it opens without anybody's approval. */
  signUp: SignUp
  /** Through which the provider's own team signs in, or null. */
  directory: DirectoryConfig | null
  production: boolean
  logLevel: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Only this machine can reach a server that listens on one of these, written as in HOST or in an address of the web. */
export const isLoopback = (host: string): boolean => /^(localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/.test(host)

/**
 * What lets others than whoever sits at this machine come, as the beginning of a refusal; null: nothing does. Each
 * decision on demo accounts is made by it, since their password is public (TRUST-37): a proxy serves the world from
 * loopback, too.
 */
export function openedBy({
  host,
  publicUrl,
  trustProxy,
}: Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>): string | null {
  if (!isLoopback(host)) return `HOST "${host}" is not loopback`
  if (publicUrl !== null && !isLoopback(new URL(publicUrl).hostname))
    return `PUBLIC_URL "${publicUrl}" is not loopback`
  if (trustProxy.length > 0) return 'TRUST_PROXY names a proxy that others come through'
  return null
}

/** Reads a variable, or its fallback; undefined is what cannot be used. */
type ReadVariable = <T>(
  name: string,
  fallback: string,
  parse: (value: string) => T | undefined,
  wanted: string,
) => T

/**
 * Reads the configuration from the environment.
 * @throws StartError naming the first variable whose value cannot be used.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read: ReadVariable = (name, fallback, parse, wanted) => {
    const value = env[name]?.trim() || fallback
    const parsed = parse(value)
    if (parsed === undefined) throw new StartError(`${name} is "${masked(value)}", but must be ${wanted}.`)
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

  const tilesUrl = read(
    'MAP_TILES_URL',
    '',
    toTiles,
    'an http:// or https:// address with {z}, {x} and {y} in it, or empty',
  )
  const attribution = read('MAP_TILES_CREDIT', '', (value) => value, 'text')
  const issuer = read(
    'DIRECTORY_ISSUER',
    '',
    toIssuer,
    'an https:// address without a query (http:// on this machine only), or empty',
  )
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
    files: read(
      'FILES_URL',
      '',
      (value) => (value === '' ? null : parseS3Address(value)),
      's3://KEY:SECRET@HOST/BUCKET (key and secret percent-encoded, ?region= and ?tls=off if need be) or empty',
    ),
    filesQuota: read('FILES_QUOTA_MB', '', toBytes, 'a whole number of megabytes or empty'),
    filesQuotaPerUser: read('FILES_USER_QUOTA_MB', '', toBytes, 'a whole number of megabytes or empty'),
    demo: ({ auto: 'auto', '0': 'off', '1': 'on' } as const)[
      read('DEMO', 'auto', oneOf('auto', '0', '1'), '0, 1 or empty')
    ],
    publicUrl: read('PUBLIC_URL', '', toOrigin, 'an http:// or https:// address without a path, or empty'),
    allowPlainHttp: read('ALLOW_PLAIN_HTTP', '0', oneOf('0', '1'), '0, 1 or empty') === '1',
    trustProxy: read('TRUST_PROXY', '', toNetworks, 'addresses or networks separated by commas, or empty'),
    privateHosts: read(
      'PRIVATE_HOSTS',
      '',
      toHosts,
      'hosts with their ports (bureau.internal:443) separated by commas, or empty',
    ),
    bureau: readBureau(read),
    mailService: readMailService(read, env),
    profileFetcher: read('PROFILE_FETCHER_URL', '', url(['http:', 'https:']), 'an https:// address or empty'),
    smtpUrl: read('SMTP_URL', '', url(['smtp:', 'smtps:']), 'an smtp:// or smtps:// address or empty'),
    mailFixedRecipients: read('MAIL_FIXED_RECIPIENTS', '', toEmails, 'emails separated by commas or empty'),
    supportEmail: read('SUPPORT_EMAIL', '', toEmail, 'an email or empty'),
    chat: readChat(read),
    mapTiles: tilesUrl === null ? null : { url: tilesUrl, attribution },
    signUp: read('SIGNUP', 'approval', oneOf(...signUps), `one of ${signUps.join(', ')}`),
    directory:
      issuer === null
        ? null
        : {
            issuer,
            clientId: read(
              'DIRECTORY_CLIENT_ID',
              '',
              (value) => value || undefined,
              'what the directory at DIRECTORY_ISSUER calls this installation',
            ),
            clientSecret: read('DIRECTORY_CLIENT_SECRET', '', (value) => value || null, 'text'),
            label: read('DIRECTORY_LABEL', 'your directory', (value) => value, 'text'),
            newcomers: read(
              'DIRECTORY_SIGNUP',
              'approval',
              oneOf(...signUps),
              `one of ${signUps.join(', ')}`,
            ),
          },
    production,
    logLevel: read('LOG_LEVEL', 'info', oneOf(...logLevels), `one of ${logLevels.join(', ')}`),
  }
  const opened = openedBy(config)
  if (config.demo === 'on' && opened !== null)
    throw new StartError(`DEMO is "1", but ${opened}, and demo accounts have a public password.`)
  return config
}

/**
 * Lets a server start that nobody can listen in on: reached from this machine only, or through a proxy that encrypts
 * (TRUST-37).
 * @throws StartError naming the remedies.
 */
export function checkTransport({ host, publicUrl, allowPlainHttp }: Config): void {
  if (isLoopback(host) || isEncrypted(publicUrl) || allowPlainHttp) return
  throw new StartError(
    `HOST "${host}" is reachable from other machines, and this server speaks plain HTTP: set PUBLIC_URL to the https:// address of the proxy in front of it, or ALLOW_PLAIN_HTTP=1 if passwords may cross the network readable.`,
  )
}

/** Whether browsers come by TLS. */
export const isEncrypted = (publicUrl: string | null): boolean => publicUrl?.startsWith('https:') ?? false

/** @throws StartError where one of its variables is there and another is missing. */
function readBureau(read: ReadVariable): ExperianAccount | null {
  const origin = read(
    'BUREAU_URL',
    '',
    toOrigin,
    'the https:// address of the bureau without a path, or empty',
  )
  if (origin === null) return null
  const needed = (name: string) => read(name, '', (value) => value || undefined, 'there, since BUREAU_URL is')
  return {
    origin,
    clientId: needed('BUREAU_CLIENT_ID'),
    clientSecret: needed('BUREAU_CLIENT_SECRET'),
    username: needed('BUREAU_USERNAME'),
    password: needed('BUREAU_PASSWORD'),
    subcode: needed('BUREAU_SUBCODE'),
  }
}

/** @throws StartError where a widget is named that nothing leads to. */
function readChat(read: ReadVariable): ChatConfig | null {
  const maker = read(
    'CHAT_WIDGET',
    '',
    (value) => (value === '' ? null : chatMakers.find((known) => known === value)),
    `${chatMakers.join(' or ')}, or empty`,
  )
  const key = read('CHAT_KEY', '', (value) => value, 'text')
  // One of the two is hosted by its maker alone.
  const hosted =
    maker === 'intercom' && key !== '' ? `https://widget.intercom.io/widget/${encodeURIComponent(key)}` : ''
  const script = read('CHAT_SCRIPT_URL', hosted, toScript, 'an https:// address or empty')
  if (script === null && maker !== null) {
    const lacking = maker === 'intercom' ? 'CHAT_KEY' : 'CHAT_SCRIPT_URL'
    throw new StartError(`CHAT_WIDGET is "${maker}", but ${lacking} is empty.`)
  }
  if (script === null) return null
  return {
    maker: maker ?? 'intercom',
    script,
    key,
    command: read(
      'CHAT_COMMAND',
      'Intercom',
      (value) => (/^[A-Za-z_$][\w$]*$/.test(value) ? value : undefined),
      'the name of a function',
    ),
    api_base: read('CHAT_API_URL', '', toOrigin, 'an https:// address without a path, or empty'),
    secret: read('CHAT_SECRET', '', (value) => value || null, 'text'),
  }
}

/** @throws StartError where one of its variables is there and another is missing. */
function readMailService(read: ReadVariable, env: NodeJS.ProcessEnv): NylasAccount | null {
  const names = ['MAIL_API_URL', 'MAIL_CLIENT_ID', 'MAIL_API_KEY'] as const
  const given = names.find((name) => env[name]?.trim())
  if (given === undefined) return null
  const needed = (name: (typeof names)[number]) =>
    read(name, '', (value) => value || undefined, `there, since ${given} is`)
  return {
    clientId: needed('MAIL_CLIENT_ID'),
    apiKey: needed('MAIL_API_KEY'),
    webhookSecret: read('MAIL_WEBHOOK_SECRET', '', (value) => value || null, 'text'),
    origin: read(
      'MAIL_API_URL',
      '',
      (value) => toOrigin(value) ?? undefined,
      `the https:// address of the mail service without a path, since ${given} is there`,
    ),
  }
}

/** An address without the password that may stand in it. */
const masked = (value: string): string =>
  value.replace(/^([a-z\d+]+:\/\/)?.*@/i, '$1…@').replace(/(password=)[^\s&]*/gi, '$1…')

const listed = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

function toEmails(value: string): string[] | undefined {
  const emails = listed(value)
  return emails.every(formats.email.fits) ? emails : undefined
}

function toEmail(value: string): string | null | undefined {
  if (value === '') return null
  return formats.email.fits(value) ? value : undefined
}

/** Where a script comes from: nobody on the way can change it, and no password stands in it. */
function toScript(value: string): string | null | undefined {
  if (value === '') return null
  if (!URL.canParse(value)) return undefined
  const { protocol, username, password, href } = new URL(value)
  return protocol === 'https:' && username === '' && password === '' ? href : undefined
}

/** A directory's address, as written: what it says of itself has to be the same, character by character. */
function toIssuer(value: string): string | null | undefined {
  if (value === '') return null
  if (!URL.canParse(value)) return undefined
  const { protocol, hostname, username, password, search, hash } = new URL(value)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe && username + password + search + hash === '' ? value : undefined
}

/** A map server's address, as people write it down for tiles. */
function toTiles(value: string): string | null | undefined {
  if (value === '') return null
  const isWhole = ['{z}', '{x}', '{y}'].every((part) => value.split(part).length === 2)
  if (!isWhole || !/^https?:\/\/[^\s{}/]+\//.test(value) || !URL.canParse(value)) return undefined
  return value
}

function toOrigin(value: string): string | null | undefined {
  if (value === '') return null
  if (!URL.canParse(value)) return undefined
  const { protocol, origin, href } = new URL(value)
  return ['http:', 'https:'].includes(protocol) && href === `${origin}/` ? origin : undefined
}

/** Names or addresses with ports, as addresses of the web have them. */
function toHosts(value: string): string[] | undefined {
  const hosts = listed(value)
  return hosts.every((host) => /^([a-z\d.-]+|\[[a-f\d:]+\]):\d{1,5}$/.test(host)) ? hosts : undefined
}

/** IP addresses, each alone or with the length of its network's prefix. */
function toNetworks(value: string): string[] | undefined {
  const networks = listed(value)
  return networks.every(isNetwork) ? networks : undefined
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const longest = { 4: 32, 6: 128 }[isIP(address)]
  if (longest === undefined || rest.length > 0) return false
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= longest)
}

/** Megabytes of a million bytes, as disks are sold. */
const toBytes = (value: string): number | null | undefined =>
  value === '' ? null : /^\d{1,9}$/.test(value) ? Number(value) * 1_000_000 : undefined

function toPort(value: string): number | undefined {
  const port = Number(value)
  return /^\d+$/.test(value) && port <= 65_535 ? port : undefined
}
