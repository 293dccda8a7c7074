import type { FastifyInstance } from 'fastify'
import { eventPath, eventsPath } from '../../src/contract/mail'
import type { Ahead } from '../kit/http/ahead'
import { documents } from '../kit/http/documentation'
import {
  answerCreated,
  answerList,
  documentAround,
  readRoutes,
  tagged,
  writeRoutes,
  type Around,
} from '../kit/http/routes'
import type { ServerResource } from '../kit/resource'
import { createRecord } from '../kit/write/write'
import type { CalendarElsewhere, Invitations } from '../ports/mail'
import { accountOf } from '../ports/mail/accounts'
import { activities } from './activities'
import { createUntoldChanges, eventsOf } from './untoldChanges'

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
 * users' calendars are elsewhere, a change is made there first. Else whom it concerns is told by mail soon after, and a
 * failure of the mail does not undo it.
 */
export function activityRoutes(app: FastifyInstance): void {
  const { invitations, elsewhere } = app.mail.provider
  const around: Around = {
    ...(elsewhere && { ahead: aheadOf(app, elsewhere) }),
    ...(invitations && toldAfterwards(app, invitations)),
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
  async ({ caller }, change) => {
    const { person } = await accountOf(app.database.db, caller.id)
    if (!person) return null
    const { then, now } = await eventsOf(app, change, person)
    if (!then) return now && elsewhere.create(now, caller.id)
    return now ? elsewhere.update(now, then, caller.id) : elsewhere.remove(then, caller.id)
  }

/** Lets the author's mail account tell everybody else, while the answer is on its way. */
function toldAfterwards(app: FastifyInstance, invitations: Invitations): Around {
  const { keep, wake, stop } = createUntoldChanges(app, invitations)
  app.addHook('onListen', async () => wake())
  app.addHook('onClose', stop)
  return { within: keep, committed: wake, removed: wake }
}
