import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Person } from '../../src/contract/kit'
import { eventPath, eventsPath } from '../../src/contract/mail'
import { byCaller, inTransaction } from '../kit/context'
import type { Ahead } from '../kit/http/ahead'
import { documents } from '../kit/http/documentation'
import { loadRecords, type ApiRecord } from '../kit/read/records'
import {
  answerCreated,
  answerList,
  documentAround,
  readRoutes,
  tagged,
  writeRoutes,
  type Around,
  type Committed,
} from '../kit/http/routes'
import type { ServerResource } from '../kit/resource'
import { createRecord } from '../kit/write/write'
import type { CalendarElsewhere, CalendarEvent, Invitations, Store } from '../ports/mail'
import { accountOf } from '../ports/mail/accounts'
import { activities } from './activities'

type Query = { Querystring: Record<string, unknown> }

/** Activities as the scheduler sends them: its form says something else of what is missing (SCH-1). */
const scheduled: ServerResource = {
  ...activities,
  contract: {
    ...activities.contract,
    fields: Object.fromEntries(
      Object.entries(activities.contract.fields).map(([name, field]) => [
        name,
        field.required ? { ...field, missing: 'Please enter all fields required.' } : field,
      ]),
    ),
  },
}

/**
 * Activities, under the path of the calendar and under that of the scheduler: one store (ACT-4, SCH-1). Where the
 * users' calendars are elsewhere, a change is made there first. Else whom it concerns is told by mail once it is
 * committed, and a failure of the mail does not undo it.
 */
export function activityRoutes(app: FastifyInstance): void {
  const { invitations, elsewhere } = app.mail.provider
  const telling = invitations ? tellingAfter(app, invitations) : undefined
  const around: Around = {
    ...(elsewhere && { ahead: aheadOf(app, elsewhere) }),
    committed: telling,
    removed: telling,
  }
  readRoutes(app, activities)
  writeRoutes(app, activities, around)

  app.get<Query>(
    eventsPath,
    { config: tagged, schema: { ...documents.list(activities), summary: 'List: Activity, for calendars' } },
    (request, reply) => answerList(app, activities, request, reply, false),
  )

  app.post<Query>(
    eventPath,
    { schema: { ...documentAround(documents.create(activities), around), summary: 'Schedule: Activity' } },
    (request, reply) =>
      answerCreated(
        request,
        reply,
        activities,
        (write) => createRecord(write, scheduled, request.body),
        around,
      ),
  )
}

/** Makes the change in the calendar elsewhere in which the event stands. */
const aheadOf =
  (app: FastifyInstance, elsewhere: CalendarElsewhere): Ahead =>
  async ({ caller }, { before, after }) => {
    const { person } = await accountOf(app.database.db, caller.id)
    if (!person) return null
    const then = before && (await eventOf(app, before, person))
    const now = after && (await eventOf(app, after, person))
    if (!then) return now && elsewhere.create(now, caller.id)
    return now ? elsewhere.update(now, then, caller.id) : elsewhere.remove(then, caller.id)
  }

/** Lets the author's mail account tell everybody else, while the answer is on its way. */
function tellingAfter(app: FastifyInstance, invitations: Invitations): Committed {
  const underWay = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(underWay)
  })
  return (request, id, before) => {
    const told = tellParticipants(app, invitations, request, id, before)
      .catch((error: unknown) => request.log.warn({ err: error }, 'participants not told'))
      .finally(() => underWay.delete(told))
    underWay.add(told)
  }
}

async function tellParticipants(
  app: FastifyInstance,
  invitations: Invitations,
  request: FastifyRequest,
  id: number,
  before: ApiRecord | null,
): Promise<void> {
  const { db } = app.database
  const { person: author, isConnected } = await accountOf(db, request.caller.id)
  if (!author || !isConnected) return
  const [now] = await loadRecords(db, activities, [id])
  let store: Store
  if (before === null) {
    if (!now) return
    store = await invitations.created(await eventOf(app, now, author), author)
  } else {
    const then = await eventOf(app, before, author)
    store = now
      ? await invitations.changed(await eventOf(app, now, author), then, author)
      : await invitations.removed(then, author)
  }
  await inTransaction(app.database, byCaller(request), store)
}

async function eventOf(app: FastifyInstance, record: ApiRecord, author: Person): Promise<CalendarEvent> {
  const row = record as unknown as Omit<CalendarEvent, 'organizer'> & { created_by: number | null }
  const creator = row.created_by === null ? null : (await accountOf(app.database.db, row.created_by)).person
  return { ...row, organizer: creator ?? author }
}
