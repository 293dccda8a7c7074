/** What the caller is told, has read, wants to be told, and follows (NOTI-1, NOTI-4, NOTI-6). */
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { contract } from '../../src/contract'
import { boolean, options, type Field } from '../../src/contract/fields'
import {
  followPath,
  followedResources,
  maxNotifications,
  notificationKinds,
  notificationSettingsPath,
  notificationsPath,
  notificationsReadPath,
  notifiedActions,
  type FollowedResource,
  type Following,
  type NotificationSettings,
  type NotificationsAnswer,
} from '../../src/contract/notifications'
import { maxInteger } from '../../src/contract/numbers'
import { oneOf, schemaName } from '../../src/contract/schema'
import { inTransaction, writerFromRequest } from '../kit/context'
import { notFound } from '../kit/errors'
import { documentRoute, idParams, pageParameters } from '../kit/http/documentation'
import { route } from '../kit/http/route'
import { toId } from '../kit/http/routes'
import { parseOptional, parsePage } from '../kit/read/query'
import { isAlive } from '../kit/read/records'
import { resourceOf } from '../kit/registry'
import { sendsLinks } from './emailLinks'
import { changeSettings, markNotifications, notificationsOf, settingsOf } from './notifications'

const tag = 'Notification'

const orNull = (type: Parameters<typeof Type.Union>[0][number], description?: string) =>
  Type.Union([type, Type.Null()], description === undefined ? {} : { description })

const notification = Type.Object({
  id: Type.Integer(),
  kind: oneOf(notificationKinds),
  record: orNull(
    Type.Object({ resource: Type.String({ examples: ['todos'] }), id: Type.Integer(), name: Type.String() }),
    'Null: accounts that wait for the team.',
  ),
  actor_name: orNull(Type.String(), 'Null: the server itself.'),
  action: orNull(oneOf(notifiedActions), 'What was done to a followed record, or to the part of it.'),
  part: orNull(Type.String({ examples: ['notes'] }), 'What of a followed record has changed.'),
  count: Type.Integer({ minimum: 1, description: 'How often it has happened since it was last read.' }),
  due: orNull(Type.String(), 'The day or the moment that has come.'),
  at: Type.String({ format: 'date-time' }),
  is_read: Type.Boolean(),
})

const listAnswer = Type.Object({
  unread: Type.Integer({
    minimum: 0,
    maximum: maxNotifications,
    description: `All that are not read; ${maxNotifications} stands for more, too.`,
  }),
  is_more: Type.Boolean({ description: 'Whether there are older ones.' }),
  results: Type.Array(notification),
})

const unreadParameter = { kind: 'boolean', apiDescription: 'True: only those that are not read.' } as const

const marking = {
  ids: {
    kind: 'list',
    of: 'number',
    maxItems: maxNotifications,
    apiDescription: 'Those to mark.',
  },
  all: boolean({ default: false, apiDescription: 'Whether all are marked, whatever the ids.' }),
  is_read: boolean({ default: true }),
} as const satisfies Record<string, Field>

const settings = {
  muted: options(notificationKinds, { apiDescription: 'Kinds that are not told.' }),
  digest: boolean({
    default: false,
    apiDescription:
      'Whether what is not read is mailed each morning; can be chosen where the answer has can_mail.',
  }),
  sign_in_mail: boolean({
    default: true,
    apiDescription:
      'Whether a sign-in from a new browser and address is mailed, where this installation sends mail.',
  }),
  can_mail: boolean({ default: false, apiDescription: 'As the answer has it; nothing changes by it.' }),
} as const

const settingsAnswer = Type.Object({
  muted: Type.Array(oneOf(notificationKinds)),
  digest: Type.Boolean(),
  sign_in_mail: Type.Boolean(),
  can_mail: Type.Boolean({
    description: 'Whether mail is possible: the installation sends it, and the email is confirmed.',
  }),
})

export function notificationRoutes(app: FastifyInstance): void {
  const { database } = app

  route(app, {
    method: 'GET',
    path: notificationsPath,
    document: {
      ...documentRoute(tag, 'List one’s own notifications', listAnswer, null, [400]),
      description: 'The newest first; each is kept for 90 days.',
      querystring: Type.Object({
        ...pageParameters,
        limit: Type.Optional(
          Type.Integer({ minimum: 0, maximum: maxNotifications, default: maxNotifications }),
        ),
        unread: Type.Optional(Type.Boolean({ description: unreadParameter.apiDescription })),
      }),
    },
    handler: ({ query, caller }): Promise<NotificationsAnswer> =>
      notificationsOf(database.db, caller.id, {
        ...parsePage(query, maxNotifications),
        unread: parseOptional(query, 'unread', unreadParameter) === true,
      }),
  })

  route(app, {
    method: 'POST',
    path: notificationsReadPath,
    document: {
      ...documentRoute(tag, 'Mark notifications as read or unread', null, marking),
      description: 'Those of other users are left alone.',
    },
    handler: async (request, reply, readBody) => {
      const { ids, all, is_read } = await readBody()
      await inTransaction(
        database,
        writerFromRequest(request),
        (write) =>
          markNotifications(write, request.caller.id, {
            // Others are the ids of no notification.
            ids: ids.map(Number).filter((id) => Number.isInteger(id) && id > 0 && id <= maxInteger),
            all,
            is_read,
          }),
        'concurrent',
      )
      return reply.code(204).send()
    },
  })

  const answerSettings = async (user: number): Promise<NotificationSettings> =>
    settingsOf(database.db, user, sendsLinks(app))
  route(app, {
    method: 'GET',
    path: notificationSettingsPath,
    document: documentRoute(tag, 'Read what one is told', settingsAnswer),
    handler: ({ caller }) => answerSettings(caller.id),
  })
  route(app, {
    method: 'PUT',
    path: notificationSettingsPath,
    document: documentRoute(tag, 'Change what one is told', settingsAnswer, settings),
    handler: async (request, _reply, readBody) => {
      const { muted, digest, sign_in_mail } = await readBody()
      await inTransaction(database, writerFromRequest(request), (write) =>
        changeSettings(write, request.caller.id, { muted, digest, sign_in_mail }, sendsLinks(app)),
      )
      return answerSettings(request.caller.id)
    },
  })

  for (const resource of followedResources) followRoutes(app, resource)
}

const followAnswer = Type.Object({ following: Type.Boolean() })

/** Whether the caller follows a record, and the change of that. */
function followRoutes(app: FastifyInstance, name: FollowedResource): void {
  const { database } = app
  const resource = resourceOf(name)
  const title = contract[name].title.toLowerCase()
  const section = schemaName(contract[name])
  const path = followPath(name, ':id')

  route(app, {
    method: 'GET',
    path,
    document: {
      ...documentRoute(section, `Read whether one follows a ${title}`, followAnswer, null, [404]),
      params: idParams,
    },
    handler: async ({ params, caller }): Promise<Following> => {
      const id = toId(resource, params.id)
      if (!(await isAlive(database.db, resource, id, caller.id))) throw notFound(contract[name].title)
      const row = await database.db
        .selectFrom('follows')
        .select('user_id')
        .where('resource', '=', name)
        .where('record_id', '=', id)
        .where('user_id', '=', caller.id)
        .executeTakeFirst()
      return { following: row !== undefined }
    },
  })

  for (const [method, following, summary] of [
    ['PUT', true, `Follow a ${title}`],
    ['DELETE', false, `Stop following a ${title}`],
  ] as const)
    route(app, {
      method,
      path,
      document: { ...documentRoute(section, summary, followAnswer, null, [404]), params: idParams },
      handler: async (request): Promise<Following> => {
        const id = toId(resource, request.params.id)
        const user_id = request.caller.id
        await inTransaction(
          database,
          writerFromRequest(request),
          async ({ db }) => {
            if (!(await isAlive(db, resource, id, user_id))) throw notFound(contract[name].title)
            const followed = { resource: name, record_id: id, user_id }
            if (following)
              await db
                .insertInto('follows')
                .values(followed)
                .onConflict((conflict) => conflict.doNothing())
                .execute()
            else
              await db
                .deleteFrom('follows')
                .where('resource', '=', name)
                .where('record_id', '=', id)
                .where('user_id', '=', user_id)
                .execute()
          },
          'concurrent',
        )
        return { following }
      },
    })
}
