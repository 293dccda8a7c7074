import type { DevToolsEnhancerOptions, UnknownAction } from '@reduxjs/toolkit'

const hidden = '[hidden]'
const secretNames = /^(access|refresh|password\w*|authorization|nylas_access_token|token|secret_\w+)$/i

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Remembers what a part of the state came to, so that unchanged parts are not walked again. */
const cleaned = new WeakMap<object, unknown>()

const clean = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const known = cleaned.get(value)
  if (known) return known
  const result = Array.isArray(value)
    ? value.map(clean)
    : Object.fromEntries(
        Object.entries(value).map(([name, item]) => [
          name,
          secretNames.test(name) && item !== null && !isPlain(item) ? hidden : clean(item),
        ]),
      )
  cleaned.set(value, result)
  return result
}

/** Everything but tokens and passwords, at whatever depth (TRUST-8). */
export const withoutSecrets = <T>(value: T): T => clean(value) as T

const outcomes: Record<string, string> = { pending: 'loading', fulfilled: 'loaded', rejected: 'failed' }
const deeds: Record<string, string> = { pending: 'sent', fulfilled: 'done', rejected: 'refused' }

/** 'opportunitiesList' reads 'opportunities list'. */
const inWords = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('/', ' · ')

/** What an action is called in the tools: 'opportunities list · loaded', 'sign in · done', 'session · signed out'. */
export const sentenceFor = (action: UnknownAction): string => {
  const { meta } = action as { meta?: { arg?: { endpointName?: string; type?: string } } }
  const endpoint = meta?.arg?.endpointName
  const status = action.type.split('/').at(-1) ?? ''
  if (!endpoint) return inWords(action.type)
  const word = (meta.arg?.type === 'mutation' ? deeds : outcomes)[status] ?? status
  return `${inWords(endpoint)} · ${word}`
}

/** Redux DevTools for support staff, in production too: readable names, no secrets. */
export const devToolsOptions: DevToolsEnhancerOptions = {
  name: 'Citygate',
  actionSanitizer: (action) => ({ ...withoutSecrets(action), type: sentenceFor(action) }),
  stateSanitizer: withoutSecrets,
}
