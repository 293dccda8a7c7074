import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { contract, fieldOf, nameOf, targetOf, type ResourceName, type Row } from '../../../src/contract'
import type { ListAnswer } from '../../../src/contract/answers'
import { isRelation } from '../../../src/contract/fields'
import {
  historyActions,
  historyFieldsOf,
  historyPath,
  maxHistory,
  type FieldChange,
  type HistoryEntry,
} from '../../../src/contract/history'
import { hiddenFieldsOf } from '../../../src/contract/policy'
import { oneOf, schemaName } from '../../../src/contract/schema'
import type { Tables } from '../../db/tables'
import { notFound } from '../errors'
import { inTurns } from '../turns'
import { parsePage } from '../read/query'
import { isAlive, loadRecords } from '../read/records'
import { resourceOf } from '../registry'
import type { ServerResource } from '../resource'
import { documentRoute, idParams } from './documentation'
import { route } from './route'
import { toId } from './routes'

const answer = Type.Object({
  count: Type.Integer(),
  results: Type.Array(
    Type.Object({
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
    }),
  ),
})

type Values = Readonly<Record<string, unknown>>

/** Empty texts and lists count as no value, as they do in forms. */
const orNull = (value: unknown): unknown =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value

const changesOf = (names: readonly string[], before: Values, after: Values): FieldChange[] =>
  names.flatMap((field) => {
    const change = { field, before: orNull(before[field]), after: orNull(after[field]) }
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change]
  })

/** The ids that a relation names before and after a change. */
const idsIn = ({ before, after }: FieldChange): number[] =>
  [before, after].flat().filter((id): id is number => typeof id === 'number')

/** Adds the names of the records that changed relations name, one read for each resource. */
async function addNames(
  db: Kysely<Tables>,
  of: ResourceName,
  changes: readonly FieldChange[],
): Promise<void> {
  const byTarget = new Map<ResourceName, FieldChange[]>()
  for (const change of changes) {
    const field = fieldOf(of, change.field)
    if (!isRelation(field)) continue
    const target = targetOf(field)
    byTarget.set(target, [...(byTarget.get(target) ?? []), change])
  }
  for (const [target, named] of byTarget) {
    const ids = [...new Set(named.flatMap(idsIn))]
    const records = await loadRecords(db, resourceOf(target), ids)
    const names = new Map(
      records.map((record) => [
        record[contract[target].idField] as number,
        nameOf(target, record as unknown as Row<typeof target>),
      ]),
    )
    for (const change of named)
      change.names = Object.fromEntries(idsIn(change).map((id) => [id, names.get(id) ?? `#${id}`]))
  }
}

const valuesIn = (text: string | null) => JSON.parse(text ?? '{}') as Values

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
      const hidden = hiddenFieldsOf({ userId: caller.id, role: caller.role, email: caller.email }, name)
      const names = historyFieldsOf(name).filter((field) => !hidden.includes(field))
      const results = await inTurns(rows, ({ before, after, ...row }): HistoryEntry => {
        const action = row.action as HistoryEntry['action']
        const isWritten = action === 'create' || action === 'update'
        return {
          id: row.id,
          at: row.at,
          actor: row.actor,
          actor_name: [row.first_name, row.last_name].filter(Boolean).join(' ') || row.username,
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
