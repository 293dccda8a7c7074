import { isIP } from 'node:net'
import path from 'node:path'
import { chatMakers, type ChatWidget } from '../src/contract/chat'
import { isEmail } from '../src/contract/email'
import { formats } from '../src/contract/formats'
import { accountGroups, type AccountGroup } from '../src/contract/requiredFactors'
import { signUps, type MapTiles, type SignUp } from '../src/contract/session'
import { parseS3Address, type S3Address } from './s3Address'

/** An error that the operator can fix: reported in one line, exit status 1. */
export class StartError extends Error {}

/** A directory that the provider's own team signs in through (AUTH-4). */
export interface DirectoryConfig {
  /** Its issuer, exactly as in its metadata. */
  issuer: string
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
  /** Its name on the sign-in button. */
  label: string
  /** The treatment of authenticated people without an account. */
  newcomers: SignUp
}

/** An application at the mail and calendar service, as issued by its dashboard. */
export interface NylasAccount {
  /** https://api.us.nylas.com or https://api.eu.nylas.com: the region of the application. */
  origin: string
  clientId: string
  apiKey: string
  /** The key that signs its webhooks; null: there are none, or they are not trusted. */
  webhookSecret: string | null
}

/** A chat, and the secret by which it verifies users; null where it needs no verification. */
export interface ChatConfig extends Omit<ChatWidget, 'is_verified'> {
  secret: string | null
}

/** An account at the bureau, as issued by its developer portal. */
export interface ExperianAccount {
  /** https://us-api.experian.com, or https://sandbox-us-api.experian.com for tests. */
  origin: string
  clientId: string
  clientSecret: string
  username: string
  password: string
  /** The subscriber code that inquiries are charged to. */
  subcode: string
}

/** Backups that the servers make by themselves. */
export interface BackupConfig {
  /** Absolute path. */
  folder: string
  /** Milliseconds between two of them. */
  every: number
  /** How many are kept. */
  keep: number
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
  /** Quotas in bytes for the files of the installation, and of one user; null: no quota. */
  filesQuota: number | null
  filesQuotaPerUser: number | null
  /** Bytes of the data directory's disk that are reserved for signing in and deleting. */
  diskReserve: number
  /** Where `/metrics` is served, or null: nowhere. */
  metrics: { host: string; port: number } | null
  /** Milliseconds for which rows of the audit are kept, or null: for good. */
  auditKeep: number | null
  /** Scheduled backups, or null: none. */
  backups: BackupConfig | null
  /**
   * Demo data: 'auto' fills only an empty embedded database outside production; none where other users can come
   * (openedBy).
   */
  demo: 'auto' | 'on' | 'off'
  /** The origin under which browsers reach this server, or null: the loopback name in each request. */
  publicUrl: string | null
  /** Whether other machines may reach this server without encryption. */
  allowPlainHttp: boolean
  /** Addresses and networks of proxies whose forwarding headers are trusted. */
  trustProxy: readonly string[]
  /** External hosts, as `name:port`, that may have private addresses and be called without encryption (TRUST-26). */
  privateHosts: readonly string[]
  /** The account at the credit bureau, or null for the built-in one. */
  bureau: ExperianAccount | null
  /** The account at the mail and calendar service, or null for the built-in one. */
  mailService: NylasAccount | null
  /** The host that fetches profiles, or null: profiles from the system's own data. */
  profileFetcher: string | null
  /** The mail server for outgoing mail, or null: mail stays within this installation. */
  smtpUrl: string | null
  /** The sender of all SMTP mail; users are in Reply-To only. */
  mailFrom: string
  /** Messages times recipients that one user may send in a day. */
  mailDailyLimit: number
  /** Recipients of all mail instead of its own; none: its own. */
  mailFixedRecipients: readonly string[]
  /** The recipient of messages from the help panel, or null: the provider's team. */
  supportEmail: string | null
  /** The chat that replaces the help panel, or null. */
  chat: ChatConfig | null
  /** The map tiles in the browser, or null: outlines only. */
  mapTiles: MapTiles | null
  /** Whether registration is open, and whether accounts need approval. */
  signUp: SignUp
  /** The roles and user types whose users must have a second factor (MFA-7). */
  secondFactorFor: readonly AccountGroup[]
  /** The directory of the provider's own team, or null. */
  directory: DirectoryConfig | null
  /** Whether lists of relations may be replaced without a version, for old clients. */
  listsWithoutVersion: boolean
  /** The time zone of the market: of expiry hours and of business days (GAS-6). */
  marketTimeZone: string
  production: boolean
  logLevel: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Whether only this machine can reach a server that listens on this host, written as in HOST or in a URL. */
export const isLoopback = (host: string): boolean => /^(localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/.test(host)

/**
 * The setting that makes the installation reachable for users of other machines, as the beginning of an error text;
 * null: none. All decisions on demo accounts use it, since their password is public (TRUST-37): behind a proxy, remote
 * requests come from loopback, too.
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

/** Reads a variable, or its fallback; the parser returns undefined for an invalid value. */
type ReadVariable = <T>(
  name: string,
  fallback: string,
  parse: (value: string) => T | undefined,
  wanted: string,
) => T

/**
 * Reads the configuration from the environment.
 * @throws StartError naming the first variable with an invalid value.
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
  const publicUrl = read(
    'PUBLIC_URL',
    '',
    toOrigin,
    'an http:// or https:// address without a path, or empty',
  )
  const smtpUrl = read('SMTP_URL', '', url(['smtp:', 'smtps:']), 'an smtp:// or smtps:// address or empty')
  const supportEmail = read('SUPPORT_EMAIL', '', toEmail, 'an email or empty')
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
    diskReserve: read('DISK_RESERVE_MB', '64', toBytes, 'a whole number of megabytes') ?? 0,
    backups: readBackups(read),
    auditKeep: read(
      'AUDIT_KEEP',
      '',
      (value) => (value === '' ? null : toDuration(value, 'dy')),
      'a time such as 90d or 7y, or empty',
    ),
    filesQuotaPerUser: read('FILES_USER_QUOTA_MB', '', toBytes, 'a whole number of megabytes or empty'),
    demo: ({ auto: 'auto', '0': 'off', '1': 'on' } as const)[
      read('DEMO', 'auto', oneOf('auto', '0', '1'), '0, 1 or empty')
    ],
    publicUrl,
    listsWithoutVersion: read('LISTS_WITHOUT_VERSION', '0', oneOf('0', '1'), '0, 1 or empty') === '1',
    allowPlainHttp: read('ALLOW_PLAIN_HTTP', '0', oneOf('0', '1'), '0, 1 or empty') === '1',
    trustProxy: read('TRUST_PROXY', '', toNetworks, 'addresses or networks separated by commas, or empty'),
    privateHosts: read(
      'PRIVATE_HOSTS',
      '',
      toHosts,
      'hosts with their ports (bureau.internal:443) separated by commas, or empty',
    ),
    metrics: read('METRICS_ADDRESS', '', toAddress, 'a host and a port (127.0.0.1:9464) or empty'),
    bureau: readBureau(read),
    mailService: readMailService(read, env),
    profileFetcher: read('PROFILE_FETCHER_URL', '', url(['http:', 'https:']), 'an https:// address or empty'),
    smtpUrl,
    mailFrom:
      read('MAIL_FROM', '', toEmail, 'an email or empty') ?? supportEmail ?? senderAt(publicUrl ?? smtpUrl),
    mailDailyLimit: read('MAIL_DAILY_LIMIT', '500', toCount, 'a whole number from 1'),
    mailFixedRecipients: read('MAIL_FIXED_RECIPIENTS', '', toEmails, 'emails separated by commas or empty'),
    supportEmail,
    chat: readChat(read),
    mapTiles: tilesUrl === null ? null : { url: tilesUrl, attribution },
    secondFactorFor: read(
      'REQUIRE_SECOND_FACTOR',
      '',
      toAccountGroups,
      `roles and user types (${accountGroups.join(', ')}) separated by commas, or empty`,
    ),
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
    marketTimeZone: read(
      'MARKET_TIME_ZONE',
      'America/New_York',
      (value) => (formats.timeZone.fits(value) ? value : undefined),
      'the name of a time zone, such as America/New_York',
    ),
    production,
    logLevel: read('LOG_LEVEL', 'info', oneOf(...logLevels), `one of ${logLevels.join(', ')}`),
  }
  const opened = openedBy(config)
  if (config.demo === 'on' && opened !== null)
    throw new StartError(`DEMO is "1", but ${opened}, and demo accounts have a public password.`)
  return config
}

/**
 * Checks that connections to the server cannot be intercepted: it is reached from this machine only, or through a proxy
 * that encrypts (TRUST-37).
 * @throws StartError naming the remedies.
 */
export function checkTransport({ host, publicUrl, allowPlainHttp }: Config): void {
  if (isLoopback(host) || isEncrypted(publicUrl) || allowPlainHttp) return
  throw new StartError(
    `HOST "${host}" is reachable from other machines, and this server speaks plain HTTP: set PUBLIC_URL to the https:// address of the proxy in front of it, or ALLOW_PLAIN_HTTP=1 if passwords may cross the network readable.`,
  )
}

/** Whether browsers use TLS. */
export const isEncrypted = (publicUrl: string | null): boolean => publicUrl?.startsWith('https:') ?? false

function readBackups(read: ReadVariable): BackupConfig | null {
  const folder = read('BACKUP_FOLDER', '', (value) => value, 'a folder or empty')
  const every = read(
    'BACKUP_EVERY',
    '24h',
    (value) => toDuration(value, 'mhd'),
    'a time such as 30m, 6h or 7d',
  )
  const keep = read('BACKUP_KEEP', '14', toCount, 'a whole number from 1')
  return folder === '' ? null : { folder: path.resolve(folder), every, keep }
}

/** @throws StartError where one of its variables is set and another is missing. */
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

/** @throws StartError for a widget without an address. */
function readChat(read: ReadVariable): ChatConfig | null {
  const maker = read(
    'CHAT_WIDGET',
    '',
    (value) => (value === '' ? null : chatMakers.find((known) => known === value)),
    `${chatMakers.join(' or ')}, or empty`,
  )
  const key = read('CHAT_KEY', '', (value) => value, 'text')
  // One of the two is hosted by its maker only.
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

/** @throws StartError where one of its variables is set and another is missing. */
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

/** An address with its password masked. */
const masked = (value: string): string =>
  value.replace(/^([a-z\d+]+:\/\/)?.*@/i, '$1…@').replace(/(password=)[^\s&]*/gi, '$1…')

const listed = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

function toAccountGroups(value: string): AccountGroup[] | undefined {
  const groups = listed(value).map((name) => accountGroups.find((group) => group === name))
  return groups.every((group) => group !== undefined) ? groups : undefined
}

function toEmails(value: string): string[] | undefined {
  const emails = listed(value)
  return emails.every(isEmail) ? emails : undefined
}

/** The default sender: at the public host, or at that of the mail server. */
const senderAt = (url: string | null): string =>
  `citygate@${(url === null ? '' : new URL(url).hostname) || 'citygate.invalid'}`

function toCount(value: string): number | undefined {
  const count = Number(value)
  return /^\d{1,9}$/.test(value) && count > 0 ? count : undefined
}

/** No year is longer: what is kept for years is kept no shorter. */
const unitMinutes = { m: 1, h: 60, d: 1_440, y: 366 * 1_440 }

/** A number of minutes, hours, days or years, as milliseconds; `units` are the letters that it may have. */
function toDuration(value: string, units: string): number | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,3})([mhdy])$/.exec(value) ?? []
  if (count === '' || !units.includes(unit)) return undefined
  return Number(count) * unitMinutes[unit as keyof typeof unitMinutes] * 60_000
}

function toEmail(value: string): string | null | undefined {
  if (value === '') return null
  return isEmail(value) ? value : undefined
}

/** The address of a script: with TLS, and without a password. */
function toScript(value: string): string | null | undefined {
  if (value === '') return null
  if (!URL.canParse(value)) return undefined
  const { protocol, username, password, href } = new URL(value)
  return protocol === 'https:' && username === '' && password === '' ? href : undefined
}

/** A directory's issuer, as written: its metadata must have the same, character by character. */
function toIssuer(value: string): string | null | undefined {
  if (value === '') return null
  if (!URL.canParse(value)) return undefined
  const { protocol, hostname, username, password, search, hash } = new URL(value)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe && username + password + search + hash === '' ? value : undefined
}

/** A map server's address, as usually written for tiles. */
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

/** Names or addresses with ports, as in URLs. */
function toHosts(value: string): string[] | undefined {
  const hosts = listed(value)
  return hosts.every((host) => /^([a-z\d.-]+|\[[a-f\d:]+\]):\d{1,5}$/.test(host)) ? hosts : undefined
}

/** IP addresses, alone or with a prefix length. */
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

function toAddress(value: string): Config['metrics'] | undefined {
  if (value === '') return null
  const [, host, digits = ''] = /^(\[[\d:a-f]+\]|[\w.-]+):(\d+)$/i.exec(value) ?? []
  const port = toPort(digits)
  return host === undefined || port === undefined ? undefined : { host: host.replace(/^\[|\]$/g, ''), port }
}

function toPort(value: string): number | undefined {
  const port = Number(value)
  return /^\d+$/.test(value) && port <= 65_535 ? port : undefined
}
