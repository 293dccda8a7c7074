import type { DevToolsEnhancerOptions, UnknownAction } from '@reduxjs/toolkit'
import {
  unambiguousSecretNames,
  secretNames,
  secretNamesIn,
  secretPaths,
  signedNames,
} from '../contract/secrets'

const hidden = '[hidden]'

/** Treats 'current_password', 'currentPassword' and 'CURRENT-PASSWORD' as equal. */
const wordsOf = (name: string) =>
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
const secretWords = [...headers, ...[...unambiguousSecretNames].filter((name) => !signedNames.has(name))].map(
  wordsOf,
)

const isSecretName = (name: string): boolean => {
  if (signedNames.has(name)) return true
  if (!/^[\w-]+$/.test(name)) return false
  const words = wordsOf(name)
  return secretWords.some((secret) => words.includes(secret))
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
const anyOf = (names: Iterable<string>) => [...names].map(escaped).join('|')

const textNames = [...secretNames, ...headers]
/** Short names also occur as parts of unrelated words. */
const isLong = (name: string) => name.length > 6

/** Names within addresses and JSON: surrounded by other words. */
const inText = [
  `[\\w-]*?(?:${anyOf(textNames.filter(isLong))})[\\w-]*`,
  `(?:[\\w-]*[_-])?(?:${anyOf(textNames)})(?:[_-][\\w-]*)?`,
].join('|')

/** Values within texts: in the query, the fragment or the path of an address, in JSON, in a header. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`((?:^|[?&#;]|%3F|%26|%23)(?:${inText})(?:=|%3D))(?:(?!%26|%23)[^&#\\s"'<>])+`, 'gi'),
    `$1${hidden}`,
  ],
  [
    new RegExp(`(\\\\{0,8}"(?:${inText})\\\\{0,8}"\\s*:\\s*\\\\{0,8}")(?:\\\\.|[^"\\\\])+`, 'gi'),
    `$1${hidden}`,
  ],
  [new RegExp(`((?:${anyOf(secretPaths)}))[^/?#\\s"'<>]+`, 'g'), `$1${hidden}`],
  [/(:\/\/[^/\s:@]*:)[^/\s@]+(?=@)/g, `$1${hidden}`],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/g, `$1 ${hidden}`],
]

/** Shorter texts occur by chance and are not searched for elsewhere. */
const shortestKnown = 10
const mostKnown = 50

/**
 * Secrets hidden by their names, newest last, so that they are also hidden where an answer repeats them, as in an error
 * text.
 */
let known: string[] = []

/** Caches sanitized parts of the state, so that unchanged parts are not walked again. */
let cleaned = new WeakMap<object, unknown>()

const learn = (secret: string) => {
  if (secret.length < shortestKnown || known.includes(secret)) return
  known = [...known, secret].slice(-mostKnown)
  // Cached parts may contain it.
  cleaned = new WeakMap()
}

const cleanText = (text: string): string => {
  let result = text
  for (const secret of known) result = result.replaceAll(secret, hidden)
  for (const [pattern, shown] of patterns) result = result.replace(pattern, shown)
  return result
}

/** Hides the value of a secret name at any depth; booleans and empty values reveal nothing. */
const hide = (value: unknown): unknown => {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value)
      ? value.map(hide)
      : Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hide(item)]))
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? hidden : value
}

/** Validation errors are keyed by field name, but their texts are not secrets to search for. */
const problems = 'fields'

type Visit = (name: string, value: unknown, isSecret: boolean, within: string) => void

const entriesOf = (value: object): [name: string, item: unknown, isSecret: boolean][] => {
  const names = Object.keys(value)
  const here = secretNamesIn(names)
  return Object.entries(value).map(([name, item]) => [name, item, isSecretName(name) || here.includes(name)])
}

/** Walks the parts that are not cached. */
const walk = (value: unknown, visit: Visit, within = ''): void => {
  if (typeof value !== 'object' || value === null || cleaned.has(value)) return
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit, within)
    return
  }
  for (const [name, item, isSecret] of entriesOf(value)) {
    visit(name, item, isSecret, within)
    walk(item, visit, name)
  }
}

const clean = (value: unknown): unknown => {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  const before = cleaned.get(value)
  if (before) return before
  const result = Array.isArray(value)
    ? value.map(clean)
    : Object.fromEntries(
        entriesOf(value).map(([name, item, isSecret]) => [
          cleanText(name),
          isSecret ? hide(item) : clean(item),
        ]),
      )
  cleaned.set(value, result)
  return result
}

/** Removes the secrets of the contract at any depth, also within addresses and other texts (TRUST-47). */
export const withoutSecrets = <T>(value: T): T => {
  walk(value, (name, item, isSecret, within) => {
    if (isSecret && typeof item === 'string' && !signedNames.has(name) && within !== problems) learn(item)
  })
  return clean(value) as T
}

const outcomes: Record<string, string> = { pending: 'loading', fulfilled: 'loaded', rejected: 'failed' }
const deeds: Record<string, string> = { pending: 'sent', fulfilled: 'done', rejected: 'refused' }

/** 'opportunitiesList' becomes 'opportunities list'. */
const inWords = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('/', ' · ')

/** Display name of an action: 'opportunities list · loaded', 'sign in · done', 'session · signed out'. */
export const sentenceFor = (action: UnknownAction): string => {
  const { meta } = action as { meta?: { arg?: { endpointName?: string; type?: string } } }
  const endpoint = meta?.arg?.endpointName
  const status = action.type.split('/').at(-1) ?? ''
  if (!endpoint) return inWords(action.type)
  const word = (meta.arg?.type === 'mutation' ? deeds : outcomes)[status] ?? status
  return `${inWords(endpoint)} · ${word}`
}

/**
 * Redux DevTools for support staff, also in production: readable names, no secrets. Read-only: no dispatch, import or
 * time travel, and no export, which would bypass the sanitizers.
 */
export const devToolsOptions: DevToolsEnhancerOptions = {
  name: 'Citygate',
  actionSanitizer: (action) => ({ ...withoutSecrets(action), type: sentenceFor(action) }),
  stateSanitizer: withoutSecrets,
  features: { pause: true },
}
