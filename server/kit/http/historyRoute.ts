import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { ListAnswer } from '../../../src/contract/answers'
import {
  historyActions,
  historyFieldsOf,
  historyPath,
  maxHistory,
  type HistoryEntry,
} from '../../../src/contract/history'
import { hiddenFieldsOf } from '../../../src/contract/policy'
import { oneOf, schemaName } from '../../../src/contract/schema'
import { notFound } from '../errors'
import { heldFields } from '../limits'
import { identityOf } from '../policy'
import { inTurns } from '../turns'
import { parsePage } from '../read/query'
import { actorName, addNames, changesOf, valuesIn } from '../read/fieldChanges'
import { isAlive } from '../read/records'
import type { ServerResource } from '../resource'
import { documentRoute, idParams } from './documentation'
import { route } from './route'
import { toId } from './routes'

/** An entry of a history, in the API document. */
export const historyEntry = {
  id: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  actor: Type.Union([Type.Integer(), Type.Null()], { description: 'The user; null: the server itself.' }),
  actor_name: Type.Union([Type.String(), Type.Null()]),
  action: oneOf(historyActions),
  changes: Type.Array(
    Type.Object({
      field: Type.String({ examples: ['notes'] }),
      before: Type.Unknown({ description: 'Null: empty.' }),
      after: Type.Unknown({ description: 'Null: empty.' }),
      names: Type.Optional(
        Type.Record(Type.String(), Type.String(), {
          description: 'Of a relation: the names of these records, by their ids.',
          examples: [{ 7: 'Renewal' }],
        }),
      ),
    }),
  ),
}

const answer = Type.Object({ count: Type.Integer(), results: Type.Array(Type.Object(historyEntry)) })

/** GET of a record's history, from the audit (HIST-1). Fields that the user does not see are left out. */
export function historyRoute(app: FastifyInstance, resource: ServerResource): void {
  const { name } = resource
  const { title } = resource.contract
  route(app, {
    method: 'GET',
    path: historyPath(name, ':id'),
    document: {
      ...documentRoute(
        schemaName(resource.contract),
        `Read the history of a ${title.toLowerCase()}`,
        answer,
        null,
        [400, 404],
      ),
      description: 'Who changed which field from what to what, the last change first.',
      params: idParams,
      querystring: Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 0, maximum: maxHistory, default: maxHistory })),
        offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
      }),
    },
    handler: async (request): Promise<ListAnswer<HistoryEntry>> => {
      const { caller, query } = request
      const { db } = app.database
      const id = toId(resource, request.params.id)
      const { limit, offset } = parsePage(query, maxHistory)
      if (!(await isAlive(db, resource, id, caller.id))) throw notFound(title)
      const entries = db
        .selectFrom('audit')
        .where('resource', '=', name)
        .where('record_id', '=', id)
        .where('action', 'in', historyActions)
      const [{ count }, rows] = await Promise.all([
        entries.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
        entries
          .leftJoin('users', 'users.id', 'audit.actor')
          .select(['audit.id', 'audit.at', 'audit.actor', 'audit.action', 'audit.before', 'audit.after'])
          .select(['users.first_name', 'users.last_name', 'users.username'])
          .orderBy('audit.id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
      ])
      const hidden = [...hiddenFieldsOf(identityOf(caller), name), ...heldFields(resource)]
      const names = historyFieldsOf(name).filter((field) => !hidden.includes(field))
      const results = await inTurns(rows, ({ before, after, ...row }): HistoryEntry => {
        const action = row.action as HistoryEntry['action']
        const isWritten = action === 'create' || action === 'update'
        return {
          id: row.id,
          at: row.at,
          actor: row.actor,
          actor_name: actorName(row),
          action,
          changes: isWritten ? changesOf(names, valuesIn(before), valuesIn(after)) : [],
        }
      })
      await addNames(
        db,
        name,
        results.flatMap(({ changes }) => changes),
      )
      return { count, results }
    },
  })
}
