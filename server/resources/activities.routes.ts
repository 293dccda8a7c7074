import type { FastifyInstance } from 'fastify'
import { eventPath, eventsPath } from '../../src/contract/mail'
import { inTransaction } from '../kit/context'
import type { ExternalCall } from '../kit/http/externalCall'
import { documents } from '../kit/http/documentation'
import {
  answerCreated,
  answerList,
  documentWithHooks,
  readRoutes,
  withEtag,
  trashRoutes,
  writeRoutes,
  type WriteHooks,
} from '../kit/http/routes'
import type { ServerResource } from '../kit/resource'
import { createRecord } from '../kit/write/create'
import type { ExternalCalendar, Invitations } from '../ports/mail'
import { accountOf } from '../ports/mail/accounts'
import { chargeForChange } from '../ports/mail/sendingBudget'
import { activities } from './activities'
import { createInvitationOutbox, eventsOf } from './invitationOutbox'
import { route } from '../kit/http/route'

/** Activities as the scheduler sends them: its form has its own texts for missing values (SCH-1). */
const scheduled: ServerResource = {
  ...activities,
  contract: {
    ...activities.contract,
    fields: Object.fromEntries(
      Object.entries(activities.contract.fields).map(([name, field]) => [
        name,
        field.required ? { ...field, requiredMessage: 'Please enter all fields required.' } : field,
      ]),
    ),
  },
}

/**
 * Activities, under the path of the calendar and under that of the scheduler: one store (ACT-4, SCH-1). Where users
 * have external calendars, a change is made there first. Otherwise the participants are notified by mail soon after,
 * and a failure of the mail does not revert it.
 */
export function activityRoutes(app: FastifyInstance): void {
  const { invitations, externalCalendar } = app.mail.provider
  const hooks: WriteHooks = {
    ...(externalCalendar && { externalCall: externalCallOf(app, externalCalendar) }),
    refusals: [429],
    ...(invitations && invitationHooks(app, invitations)),
  }
  readRoutes(app, activities)
  writeRoutes(app, activities, hooks)
  trashRoutes(app, activities, hooks)

  route(app, {
    method: 'GET',
    path: eventsPath,
    config: withEtag,
    document: { ...documents.list(activities), summary: 'List: Activity, for calendars' },
    handler: (request, reply) => answerList(app, activities, request, reply, false),
  })

  route(app, {
    method: 'POST',
    path: eventPath,
    document: { ...documentWithHooks(documents.create(activities), hooks), summary: 'Schedule: Activity' },
    handler: (request, reply) =>
      answerCreated(
        request,
        reply,
        activities,
        (write) => createRecord(write, scheduled, request.body),
        hooks,
      ),
  })
}

/** Makes the change in the external calendar of the event. */
const externalCallOf =
  (app: FastifyInstance, externalCalendar: ExternalCalendar): ExternalCall =>
  async ({ caller, id: requestId }, change) => {
    const { person } = await accountOf(app.database.db, caller.id)
    if (!person) return null
    const { previous, current } = await eventsOf(app.database.db, change, person)
    await inTransaction(app.database, { actor: caller.id, requestId }, (write) =>
      chargeForChange(write, caller.id, { previous, current, author: person }, app.config.mailDailyLimit),
    )
    if (!previous) return current && externalCalendar.create(current, caller.id)
    return current
      ? externalCalendar.update(current, previous, caller.id)
      : externalCalendar.remove(previous, caller.id)
  }

/** Notifies the other participants from the author's mail account, without delaying the answer. */
function invitationHooks(app: FastifyInstance, invitations: Invitations): WriteHooks {
  const { keep, wake, stop } = createInvitationOutbox(app, invitations)
  app.addHook('onListen', async () => wake())
  app.addHook('onClose', stop)
  return { beforeCommit: keep, afterCommit: wake, afterRemoval: wake }
}
