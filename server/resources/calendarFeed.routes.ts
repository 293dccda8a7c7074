import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import {
  feedPath,
  feedsPath,
  ownFeedPath,
  type CalendarFeed,
  type MadeCalendarFeed,
} from '../../src/contract/calendarFeed'
import { keepingLimits, withLimits } from '../db/rowLimits'
import { limitsOfUser } from '../kit/limits'
import { writerFromRequest, inTransaction } from '../kit/context'
import { notFound } from '../kit/errors'
import { documentRoute, failure } from '../kit/http/documentation'
import { createConcurrencyLimiter } from '../kit/admission/concurrencyLimiter'
import { etagsIn } from '../kit/http/etags'
import { originOf } from '../kit/http/origin'
import {
  feedEntries,
  feedMadeAt,
  feedOwner,
  feedText,
  feedVersion,
  makeFeed,
  revokeFeed,
} from './calendarFeeds'
import { route } from '../kit/http/route'
import { noticeEvents } from './noticeEvents'

/** Feeds read at once, fairly among their owners (TRUST-25). */
const limits = {
  slots: 4,
  slotsPerCaller: 1,
  queued: 100,
  queuedPerCaller: 4,
  timeout: 15_000,
  retryAfter: 60,
}
/** Milliseconds in which a client must read something. */
const stallTime = 30_000

const moment = { format: 'date-time', examples: ['2027-03-01T15:00:00.000Z'] }
const own = Type.Object({
  created_at: Type.Union([Type.String(moment), Type.Null()], {
    description: 'When the address was made; null where there is none.',
  }),
})
const made = Type.Object({
  secret_address: Type.String({
    description: 'The address to subscribe to. Whoever has it reads the feed; it is answered this once.',
    examples: ['https://desk.example.com/api/calendar/….ics'],
  }),
  created_at: Type.String(moment),
})
const document = {
  tags: ['CalendarFeed'],
  summary: 'Read a calendar feed',
  description:
    'The activities that the user of the feed has created or takes part in, as iCalendar: of the last year and to come, at most a thousand of each, and the days of notice of the contracts that the user looks after. The secret in the path is the credential.',
  params: Type.Object({ file: Type.String({ description: 'The secret, and `.ics`.' }) }),
  headers: Type.Object({
    'if-none-match': Type.Optional(Type.String({ description: 'The ETag of before.' })),
  }),
  response: {
    200: {
      description: 'The calendar.',
      headers: { etag: { type: 'string' } },
      content: { 'text/calendar': { schema: Type.String() } },
    },
    304: Type.Null({ description: 'As it was.' }),
    404: failure('There is no such feed, or its user may not sign in.'),
  },
}

/** The user's feed address, and the feeds themselves, which calendar programs read without a session (FEED-1). */
export function calendarFeedRoutes(app: FastifyInstance): void {
  const { database } = app
  const turns = createConcurrencyLimiter(limits)

  route(app, {
    method: 'GET',
    path: ownFeedPath,
    document: documentRoute('CalendarFeed', 'Ask for one’s own calendar feed', own),
    handler: async ({ caller }): Promise<CalendarFeed> => ({
      created_at: await feedMadeAt(database.db, caller.id),
    }),
  })

  route(app, {
    method: 'PUT',
    path: ownFeedPath,
    config: { secret: true },
    document: {
      ...documentRoute('CalendarFeed', 'Make one’s own calendar feed, or its address anew', made),
      description: 'An address of before leads nowhere from then on.',
    },
    handler: async (request): Promise<MadeCalendarFeed> => {
      const { secret, created_at } = await inTransaction(database, writerFromRequest(request), (write) =>
        makeFeed(write, request.caller.id),
      )
      return { secret_address: `${originOf(request)}${feedPath(secret)}`, created_at }
    },
  })

  route(app, {
    method: 'DELETE',
    path: ownFeedPath,
    document: documentRoute('CalendarFeed', 'Revoke one’s own calendar feed', null),
    handler: async (request, reply) => {
      await inTransaction(database, writerFromRequest(request), (write) =>
        revokeFeed(write, request.caller.id),
      )
      return reply.code(204).send()
    },
  })

  route(app, {
    method: 'GET',
    path: `${feedsPath}:file`,
    config: { public: true, secretPath: true },
    document: document,
    handler: async ({ params, headers }, reply) => {
      const owner = await feedOwner(database.db, params.file.replace(/\.ics$/, ''))
      if (!owner) throw notFound('Calendar')
      const gone = new AbortController()
      let leave = () => {}
      reply.raw.once('close', () => {
        gone.abort()
        leave()
      })
      leave = await turns.enter(owner.id, 1, gone.signal)
      if (gone.signal.aborted) leave()
      // It has no session whose limits would hold.
      return withLimits(await limitsOfUser(database.db, owner.id), async () => {
        const entries = await feedEntries(database, owner, new Date())
        const notices = await noticeEvents(database.db, owner, new Date())
        const etag = feedVersion(owner, entries, notices)
        void reply.headers({ etag, 'cache-control': 'private, no-cache' })
        if (etagsIn(headers['if-none-match']).includes(etag)) return reply.code(304).send()
        reply.raw.setTimeout(stallTime, () => reply.raw.destroy())
        const text = keepingLimits(feedText(database, owner, entries, notices))
        return reply.type('text/calendar; charset=utf-8').send(Readable.from(text, { objectMode: false }))
      })
    },
  })
}
