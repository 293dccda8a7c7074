import type { DevToolsEnhancerOptions, UnknownAction } from '@reduxjs/toolkit'
import { capitalized } from '../contract/formats'
import {
  unambiguousSecretNames,
  secretNames,
  secretNamesIn,
  secretPaths,
  signedNames,
} from '../contract/secrets'

const redacted = '[hidden]'

/** Treats 'current_password', 'currentPassword' and 'CURRENT-PASSWORD' as equal. */
const normalizedName = (name: string) =>
  ` ${name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^a-zA-Z\d]+/g, ' ')
    .trim()
    .toLowerCase()} `

/** Not in the contract: the header with the access token. */
const headers = ['authorization']

/**
 * Matched within longer names, such as a repeated password. Names of signed addresses match exactly: an object that is
 * called after a file has more than its address.
 */
const secretNamesNormalized = [
  ...headers,
  ...[...unambiguousSecretNames].filter((name) => !signedNames.has(name)),
].map(normalizedName)

const isSecretName = (name: string): boolean => {
  if (signedNames.has(name)) return true
  if (!/^[\w-]+$/.test(name)) return false
  const words = normalizedName(name)
  return secretNamesNormalized.some((secret) => words.includes(secret))
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
const anyOf = (names: Iterable<string>) => [...names].map(escaped).join('|')

const textNames = [...secretNames, ...headers]
/** Short names also occur as parts of unrelated words. */
const isLong = (name: string) => name.length > 6

/** Names within addresses and JSON: surrounded by other words. */
const namePattern = [
  `[\\w-]*?(?:${anyOf(textNames.filter(isLong))})[\\w-]*`,
  `(?:[\\w-]*[_-])?(?:${anyOf(textNames)})(?:[_-][\\w-]*)?`,
].join('|')

/** Values within texts: in the query, the fragment or the path of an address, in JSON, in a header. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`((?:^|[?&#;]|%3F|%26|%23)(?:${namePattern})(?:=|%3D))(?:(?!%26|%23)[^&#\\s"'<>])+`, 'gi'),
    `$1${redacted}`,
  ],
  [
    new RegExp(`(\\\\{0,8}"(?:${namePattern})\\\\{0,8}"\\s*:\\s*\\\\{0,8}")(?:\\\\.|[^"\\\\])+`, 'gi'),
    `$1${redacted}`,
  ],
  [new RegExp(`((?:${anyOf(secretPaths)}))[^/?#\\s"'<>]+`, 'g'), `$1${redacted}`],
  [/(:\/\/[^/\s:@]*:)[^/\s@]+(?=@)/g, `$1${redacted}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/g, `$1 ${redacted}`],
]

/** Shorter texts occur by chance and are not searched for elsewhere. */
const minSecretLength = 10
const maxSecrets = 50

/**
 * Secrets hidden by their names, newest last, so that they are also hidden where an answer repeats them, as in an error
 * text.
 */
let secrets: string[] = []

/** Caches sanitized parts of the state, so that unchanged parts are not walked again. */
let sanitizedValues = new WeakMap<object, unknown>()

const rememberSecret = (secret: string) => {
  if (secret.length < minSecretLength || secrets.includes(secret)) return
  secrets = [...secrets, secret].slice(-maxSecrets)
  // Cached parts may contain it.
  sanitizedValues = new WeakMap()
}

const redactText = (text: string): string => {
  let result = text
  for (const secret of secrets) result = result.replaceAll(secret, redacted)
  for (const [pattern, shown] of patterns) result = result.replace(pattern, shown)
  return result
}

/** Hides the value of a secret name at any depth; booleans and empty values reveal nothing. */
const redactValue = (value: unknown): unknown => {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value)
      ? value.map(redactValue)
      : Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactValue(item)]))
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? redacted
    : value
}

/** Validation errors are keyed by field name, but their texts are not secrets to search for. */
const fieldErrors = 'fields'

type Visitor = (name: string, value: unknown, isSecret: boolean, parent: string) => void

const entriesOf = (value: object): [name: string, item: unknown, isSecret: boolean][] => {
  const names = Object.keys(value)
  const here = secretNamesIn(names)
  return Object.entries(value).map(([name, item]) => [name, item, isSecretName(name) || here.includes(name)])
}

/** Walks the parts that are not cached. */
const walk = (value: unknown, visit: Visitor, parent = ''): void => {
  if (typeof value !== 'object' || value === null || sanitizedValues.has(value)) return
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit, parent)
    return
  }
  for (const [name, item, isSecret] of entriesOf(value)) {
    visit(name, item, isSecret, parent)
    walk(item, visit, name)
  }
}

const redact = (value: unknown): unknown => {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null) return value
  const before = sanitizedValues.get(value)
  if (before) return before
  const result = Array.isArray(value)
    ? value.map(redact)
    : Object.fromEntries(
        entriesOf(value).map(([name, item, isSecret]) => [
          redactText(name),
          isSecret ? redactValue(item) : redact(item),
        ]),
      )
  sanitizedValues.set(value, result)
  return result
}

/** Removes the secrets of the contract at any depth, also within addresses and other texts (TRUST-47). */
export const redactSecrets = <T>(value: T): T => {
  walk(value, (name, item, isSecret, parent) => {
    if (isSecret && typeof item === 'string' && !signedNames.has(name) && parent !== fieldErrors)
      rememberSecret(item)
  })
  return redact(value) as T
}

/** How an action of an endpoint reads, by what the endpoint does. */
const endpointSentences: Record<string, Record<string, (name: string) => string>> = {
  query: {
    pending: (name) => `Loading ${name}`,
    fulfilled: (name) => `Loaded ${name}`,
    rejected: (name) => `Could not load ${name}`,
  },
  mutation: {
    pending: (name) => `Sending: ${name}`,
    fulfilled: (name) => `Done: ${name}`,
    rejected: (name) => `Refused: ${name}`,
  },
}

/** 'opportunitiesList' becomes 'opportunities list', 'REHYDRATE' 'rehydrate'. */
const inWords = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

/** Display name of an action: 'Loaded opportunities list', 'Refused: sign in', 'Session: signed out'. */
export const sentenceFor = (action: UnknownAction): string => {
  const { meta } = action as {
    meta?: { arg?: { endpointName?: string; type?: string }; condition?: boolean }
  }
  const { endpointName, type = '' } = meta?.arg ?? {}
  const parts = action.type.split('/')
  if (!endpointName) return capitalized(parts.map(inWords).join(': '))
  const name = inWords(endpointName)
  // RTK Query refuses to ask for what it has.
  if (meta?.condition) return `Already loaded: ${name}`
  const status = parts.at(-1) ?? ''
  return endpointSentences[type]?.[status]?.(name) ?? capitalized(`${name}: ${inWords(status)}`)
}

/**
 * Redux DevTools for support staff, also in production: readable names, no secrets. Read-only: no dispatch, import or
 * time travel, and no export, which would bypass the sanitizers.
 */
export const devToolsOptions: DevToolsEnhancerOptions = {
  name: 'Citygate',
  // A morning's work; each state shares its unchanged parts with the one before.
  maxAge: 200,
  actionSanitizer: (action) => ({ ...redactSecrets(action), type: sentenceFor(action) }),
  stateSanitizer: redactSecrets,
  features: { pause: true },
}
