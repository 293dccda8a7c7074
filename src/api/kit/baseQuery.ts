import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query'
import { contract, type ResourceName } from '../../contract'
import type { ListAnswer } from '../../contract/kit'
import { selectTagged, type Found, type Tagged } from '../../store/answerTags'
import { isDeleted } from '../../store/deletedRecords'
import type { Rows } from '../../store/entities'
import { normalize, UnreadableAnswer } from '../../store/normalize'
import { selectSession, signedOut, type Session, type SessionState } from '../../store/session'
import { deletedError, signedOutError, unreadableAnswer, type ApiError } from './errors'
import { onlyReads, send, type Call, type Sent } from './http'
import type { Refresh } from './refresh'

export type { Found }

/** What the store hands to every call. */
export interface ApiServices {
  refresh: Refresh
}

/** What people read of a change: a title and a sentence, with the server's own words below a failure. */
interface Words {
  title: string
  text: string
}

/** What a toast says when a call has succeeded, or failed. */
export interface Outcomes {
  success?: Words
  /**
   * Without a text, the server's words take its place. Null where whoever calls says why it failed: the form or the
   * dialog that tried.
   */
  failure:
    | (Omit<Words, 'text'> &
        Partial<Words> & {
          /** Whoever calls says all there is to say of a record that somebody else has changed meanwhile. */
          exceptConflict?: true
        })
    | null
}

/** What an endpoint says about its answer. */
export interface Shape {
  /** The answer holds records of this resource: they go to the entities, their ids to the endpoint. */
  resource?: ResourceName
  shape?: 'list' | 'one'
  /** The call carries no session, and no answer to it ends one. */
  anonymous?: true
  words?: Outcomes | undefined
  /** The call deletes the record of this resource whose id it is given. */
  removes?: ResourceName
}

/** What an action carries of the call that it tells of. */
export interface Meta {
  rows?: Rows
  words?: Outcomes | undefined
  removes?: ResourceName
  tagged?: Tagged | undefined
}

const sessionOf = (api: BaseQueryApi) => selectSession(api.getState() as { session: SessionState })

/** Ends a session that the server no longer accepts, unless another has taken its place meanwhile. */
const endSession = (api: BaseQueryApi, { key }: Session): Sent => {
  if (sessionOf(api)?.key === key) api.dispatch(signedOut({ key, lost: true }))
  return { error: signedOutError }
}

const isRefused = ({ error }: Sent) => error?.status === 401 || error?.status === 403

/** Asks with the session's token, which is renewed shortly before it runs out and once after a 401 (AUTH-12). */
export const askSignedIn = async (
  api: BaseQueryApi,
  ask: (access: string) => Promise<Sent>,
): Promise<Sent> => {
  const session = sessionOf(api)
  if (!session) return { error: signedOutError }
  const { refresh } = api.extra as ApiServices
  let { access } = session.tokens

  if (Date.now() >= session.tokens.refreshAt) {
    const early = await refresh(api, access)
    if (early.outcome === 'over') return endSession(api, session)
    if (early.outcome === 'fresh') access = early.access
  }

  let sent = await ask(access)
  if (sent.error?.status === 401) {
    const renewed = await refresh(api, access)
    if (renewed.outcome === 'over') return endSession(api, session)
    if (renewed.outcome === 'unanswered') return { error: renewed.error }
    sent = await ask(renewed.access)
  }
  if (isRefused(sent)) return endSession(api, session)
  // An answer that arrives after signing out belongs to nobody.
  return sessionOf(api)?.key === session.key ? sent : { error: signedOutError }
}

const sendSignedIn = (args: Call, api: BaseQueryApi): Promise<Sent> =>
  askSignedIn(api, (access) => send(args, api, access))

/** How often a read is repeated that a busy server puts off, and for how many seconds it is put off at most. */
const repeats = 2
const longestPause = 5

/** Asks again when the server is busy and says when it may be asked (TRUST-25); nothing is written twice. */
const sendPatiently = async (args: Call, api: BaseQueryApi): Promise<Sent> => {
  let sent = await sendSignedIn(args, api)
  for (let repeat = 0; repeat < repeats; repeat++) {
    const { status, retryAfter } = sent.error ?? {}
    if (status !== 503 || retryAfter === undefined || !onlyReads(args)) break
    // Those that were put off together do not come back together.
    const seconds = Math.min(retryAfter, longestPause) * (1 + Math.random() / 2)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    if (api.signal.aborted) break
    sent = await sendSignedIn(args, api)
  }
  return sent
}

/**
 * A change of an older version whose record holds all of it already is a change that was made: the answer to its first
 * attempt has got lost, and nobody else is to be named for it (OPE-5, TRUST-28).
 */
const settled = (args: Call, sent: Sent): Sent => {
  const { code, current } = sent.error ?? {}
  if (code !== 'stale_version' || !current || 'form' in args || args.method !== 'PATCH') return sent
  const isMade = Object.entries(args.body as object).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(current[name]),
  )
  return isMade ? { data: current } : sent
}

/** Somebody has deleted the record that is asked for, and the live stream has told so. */
const isKnownToBeDeleted = (args: Call, api: BaseQueryApi, shape: Shape['shape']) =>
  shape === 'one' && onlyReads(args) && isDeleted(api.getState() as Parameters<typeof isDeleted>[0], args.url)

const recordsOf = (data: unknown, shape: Shape['shape']): { records: unknown[]; count: number } => {
  if (shape === 'one') return { records: [data], count: 1 }
  const { results, count } = (data ?? {}) as Partial<ListAnswer<unknown>>
  if (!Array.isArray(results) || typeof count !== 'number')
    throw new UnreadableAnswer('An answer is not a list.')
  return { records: results, count }
}

/** What is asked, in one text, where its answer can be told by a tag; else undefined. */
const taggedCall = (args: Call, shape: Shape['shape']) =>
  shape && onlyReads(args) ? JSON.stringify([args.url, 'form' in args ? null : args.params]) : undefined

const withTag = (args: Call, { etag }: Tagged): Call =>
  'form' in args ? args : { ...args, headers: { 'If-None-Match': etag } }

/**
 * Every call of the application: bearer token, one error shape, and the answer's records taken apart into
 * rows, which travel as meta of the same action that brings their ids. What a query holds already is not sent again.
 */
export const baseQuery: BaseQueryFn<Call, unknown, ApiError, Shape | undefined, Meta> = async (
  args,
  api,
  options,
) => {
  const { resource, shape, anonymous, words, removes } = options ?? {}
  if (resource && isKnownToBeDeleted(args, api, shape))
    return { error: deletedError(contract[resource].title), meta: { words } }
  const call = taggedCall(args, shape)
  const held =
    call && api.queryCacheKey
      ? selectTagged(api.getState() as Parameters<typeof selectTagged>[0], api.queryCacheKey, call)
      : undefined
  const sent = anonymous
    ? await send(args, api)
    : settled(args, await sendPatiently(held ? withTag(args, held) : args, api))
  if (sent.error) {
    const { error, isUnchanged } = sent
    // Nothing of the data has changed since: what came of them then stands in the entities.
    return held && isUnchanged
      ? { data: held.found, meta: { words, tagged: held } }
      : { error, meta: { words } }
  }
  const { data, etag } = sent
  if (!resource) return { data, meta: { words, ...(removes && { removes }) } }
  try {
    const { records, count } = recordsOf(data, shape)
    const { ids, rows } = normalize(resource, records)
    const found: Found = { resource, ids, count }
    return { data: found, meta: { rows, words, tagged: call && etag ? { etag, call, found } : undefined } }
  } catch (cause) {
    if (cause instanceof UnreadableAnswer) return { error: unreadableAnswer(200), meta: { words } }
    throw cause
  }
}
