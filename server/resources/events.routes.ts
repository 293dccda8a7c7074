import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { bulkChangeEvent, changesPath, notificationEvent, type RecordChange } from '../../src/contract/events'
import type { Caller } from '../kit/context'
import { limitsOfCaller } from '../kit/limits'
import { resourceOf } from '../kit/registry'
import { seenRecords } from '../kit/seenRecords'
import { failures } from '../kit/http/documentation'
import { route } from '../kit/http/route'

/** Milliseconds between two heartbeats, each of which checks the session. */
const heartbeatTime = 20_000
/** Milliseconds after which a client whose stream has ended opens the next one. */
const retryTime = 3_000
/**
 * Milliseconds after which a client should reconnect that may have missed something, such as the end of its session.
 */
const soon = 500
/** Streams of a session at once, and milliseconds after which one closed for a newer one may reconnect. */
const maxStreams = 10
const roomTime = 60_000
/** Characters buffered for a slow client; beyond that the stream ends, and the next one starts fresh. */
const maxWaiting = 65_536

const document = {
  tags: ['Events'],
  summary: 'Follow what changes',
  description:
    'A stream of Server-Sent Events. `event: change` says in its data which record has been created, updated, deleted or restored: `{resource, id, action, version}`. `event: bulk-change` says which of one’s own bulk changes has come further or ended: `{id}`. `event: notification` says that one’s own notifications have changed. `event: session-ended` is the last one of a session that has ended. Whenever a stream begins, anything may have changed before. A session holds ten streams; the next one ends the oldest.',
  response: {
    200: {
      description: 'The stream, which ends with the session.',
      content: { 'text/event-stream': { schema: Type.String() } },
    },
    ...failures(401),
  },
}

/** Notifies open pages of changes, and of the end of their session (TRUST-6). */
export function eventRoutes(app: FastifyInstance): void {
  const open = new Set<EventStream>()
  const isSeen = seenRecords(app.database.db)

  route(app, {
    method: 'GET',
    path: changesPath,
    document: document,
    exposeHeadRoute: false,
    handler: async ({ caller }, reply) => {
      // The oldest one is closed: its client may be gone without a notice.
      const own = [...open].filter(({ session }) => session === caller.sessionId)
      const [oldest] = own
      if (oldest && own.length >= maxStreams) {
        oldest.makeRoom()
        open.delete(oldest)
      }
      const follower = follow(app, caller, isSeen)
      open.add(follower)
      follower.stream.once('close', () => open.delete(follower))
      // Stops proxies from buffering.
      return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(follower.stream)
    },
  })

  app.addHook('preClose', async () => {
    for (const { end } of open) end()
  })
}

interface EventStream {
  session: string
  stream: Readable
  end: () => void
  /** Ends the stream and makes its client wait, so that two do not displace each other in turns. */
  makeRoom: () => void
}

/** The events that a session may receive, until it ends. */
function follow(
  { events, sessions }: FastifyInstance,
  caller: Caller,
  isSeen: ReturnType<typeof seenRecords>,
): EventStream {
  const { id: user, sessionId } = caller
  const stream = new Readable({ read: () => undefined })
  let over = false
  let limits = limitsOfCaller(caller)
  const stop = () => {
    over = true
    leave()
    clearInterval(heartbeat)
  }
  const send = (text: string) => {
    if (over) return
    if (stream.readableLength + text.length > maxWaiting) stream.destroy()
    else stream.push(text)
  }
  const end = () => {
    if (over) return
    stop()
    stream.push(null)
  }
  const endWithSession = () => {
    send('event: session-ended\ndata: {}\n\n')
    end()
  }
  const checkSession = async () => {
    // An unreachable database says nothing about the session.
    const now = await sessions.findCaller(sessionId).catch(() => undefined)
    if (now === null) endWithSession()
    // The next stream is refused, as every call of such an account (MFA-7).
    else if (now?.lacksFactor) end()
    else if (now) limits = limitsOfCaller(now)
  }

  const sendChange = (change: RecordChange) => send(`event: change\ndata: ${JSON.stringify(change)}\n\n`)
  /** The last of the changes that wait to be told, in their order. */
  let told = Promise.resolve()
  const tell = (change: RecordChange) => {
    const { resource, id } = change
    if (id === null || limits === null || !limits.tables.has(resourceOf(resource).table)) {
      sendChange(change)
      return
    }
    const answer = isSeen(limits, { resource, id }).catch(() => false)
    told = told.then(async () => {
      // That something has changed tells of no record.
      sendChange((await answer) ? change : { ...change, id: null, version: null })
    })
  }

  const leave = events.subscribe({
    onNotice: (notice) => {
      if (notice.kind === 'session-ended') {
        if (notice.session === sessionId) endWithSession()
      } else if (notice.kind === 'bulk-change') {
        if (notice.owner === user)
          send(`event: ${bulkChangeEvent}\ndata: ${JSON.stringify({ id: notice.id })}\n\n`)
      } else if (notice.kind === 'webhooks') {
        // For the servers only.
        return
      } else if (notice.kind === 'notification') {
        if (notice.owner === user) send(`event: ${notificationEvent}\ndata: {}\n\n`)
      } else if (notice.owner === null || notice.owner === user) {
        tell(notice.change)
      }
    },
    onGap: () => {
      send(`retry: ${soon}\n\n`)
      end()
    },
  })
  const heartbeat = setInterval(() => {
    send(': alive\n\n')
    void checkSession()
  }, heartbeatTime)
  stream.once('close', stop)

  send(`retry: ${retryTime}\n\n`)
  // It may have ended since the token was checked.
  void checkSession()
  const makeRoom = () => {
    send(`retry: ${roomTime}\n\n`)
    end()
  }
  return { session: sessionId, stream, end, makeRoom }
}
