import { setImmediate as nextTurn } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { contract } from '../../src/contract'
import {
  auditExportPath,
  auditPath,
  maxAuditExport,
  maxAuditPage,
  type AuditPage,
  type AuditRow,
} from '../../src/contract/audit'
import { exportFormats } from '../../src/contract/exports'
import { oneOf } from '../../src/contract/schema'
import { date, integer, text } from '../../src/contract/fields'
import { historyFieldsOf } from '../../src/contract/history'
import type { Tables } from '../db/tables'
import { runInSlot } from '../kit/admission/requestSlot'
import { columnWidths, type Cell } from '../kit/export/cells'
import { auditRead } from '../kit/http/auditRead'
import { documentRoute, exportedFile, failures } from '../kit/http/documentation'
import { exportFormatOf, sendTable } from '../kit/http/exportFile'
import { historyEntry } from '../kit/http/historyRoute'
import { route } from '../kit/http/route'
import { assertMayAudit } from '../kit/policy'
import { actorName, addNames, changesOf, valuesIn } from '../kit/read/fieldChanges'
import { parseOptional, type Parameters } from '../kit/read/query'
import { heldFields } from '../kit/limits'
import { isResource, resourceOf } from '../kit/registry'
import { inTurns } from '../kit/turns'

const orNull = Type.Null()
const { id, at, actor, actor_name, changes } = historyEntry
const row = Type.Object({
  ...{ id, at, actor, actor_name, changes },
  action: Type.String({ examples: ['update'] }),
  resource: Type.String({ examples: ['tags'] }),
  record_id: Type.Union([Type.Integer(), orNull]),
  address: Type.Union([Type.String(), orNull], { description: 'From where the request came.' }),
  token_id: Type.Union([Type.Integer(), orNull], { description: 'The API token of the request.' }),
  count: Type.Integer({ description: 'How often it has happened within its minute.' }),
})
const page = Type.Object({
  results: Type.Array(row),
  next: Type.Union([Type.Integer(), orNull], {
    description: '`before` of the next page; null on the last one.',
  }),
})
const filters = {
  actor: Type.Optional(Type.Integer({ description: 'The id of a user.' })),
  resource: Type.Optional(Type.String({ examples: ['tags'] })),
  action: Type.Optional(Type.String({ examples: ['update'] })),
  record_id: Type.Optional(Type.Integer({ description: 'With `resource`, that record.' })),
  from: Type.Optional(Type.String({ format: 'date', description: 'The first day, in UTC.' })),
  to: Type.Optional(Type.String({ format: 'date', description: 'The last day, in UTC.' })),
}

/** The filters of a request. */
const parseFilters = (query: Parameters) => ({
  actor: parseOptional(query, 'actor', integer({ min: 1 })) as number | null | undefined,
  resource: parseOptional(query, 'resource', text({ max: 100 })) as string | null | undefined,
  action: parseOptional(query, 'action', text({ max: 100 })) as string | null | undefined,
  record_id: parseOptional(query, 'record_id', integer({ min: 1 })) as number | null | undefined,
  from: parseOptional(query, 'from', date()) as string | null | undefined,
  to: parseOptional(query, 'to', date()) as string | null | undefined,
})
type Filters = ReturnType<typeof parseFilters>

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString()

/** Rows that filters match. */
function matching(db: Kysely<Tables>, given: Filters) {
  let query = db.selectFrom('audit').leftJoin('users', 'users.id', 'audit.actor')
  if (given.actor) query = query.where('audit.actor', '=', given.actor)
  if (given.resource) query = query.where('audit.resource', '=', given.resource)
  if (given.action) query = query.where('audit.action', '=', given.action)
  if (given.record_id) query = query.where('audit.record_id', '=', given.record_id)
  if (given.from) query = query.where('audit.at', '>=', `${given.from}T00:00:00.000Z`)
  if (given.to) query = query.where('audit.at', '<', dayAfter(given.to))
  return query
}

/** The same with their columns, the newest first. */
function rowsOf(db: Kysely<Tables>, given: Filters, before: number | null) {
  const query = matching(db, given)
    .select(['audit.id', 'audit.at', 'audit.actor', 'audit.action', 'audit.resource', 'audit.record_id'])
    .select(['audit.before', 'audit.after', 'audit.address', 'audit.token_id', 'audit.count'])
    .select(['users.first_name', 'users.last_name', 'users.username'])
    .orderBy('audit.id', 'desc')
  return before === null ? query : query.where('audit.id', '<', before)
}
type Found = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

/** An entry's values by their names; a text or a list has none. */
const namedIn = (text: string | null) => {
  const values: unknown = valuesIn(text)
  return typeof values === 'object' && values !== null && !Array.isArray(values) ? valuesIn(text) : {}
}

/** Whether the values of a row are of a record that is private to a user, and another user made the change (AUD-4, MAIL-2). */
const isPrivate = ({ resource, actor }: Found, reader: number): boolean =>
  isResource(resource) && resourceOf(resource).owner !== null && actor !== reader

/** What a row tells has changed: the fields that histories show, and all that is told of what is no record. */
function changesIn({ resource, before: old, after: fresh }: Found): AuditRow['changes'] {
  const [before, after] = [namedIn(old), namedIn(fresh)]
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const names = isResource(resource)
    ? all.filter(
        (name) =>
          !Object.hasOwn(contract[resource].fields, name) ||
          (historyFieldsOf(resource).includes(name) && !heldFields(resourceOf(resource)).includes(name)),
      )
    : all
  return changesOf(names, before, after)
}

/** Rows of sign-ins tell the address among their values. */
const addressIn = ({ resource, after }: Found): string | null => {
  const { address } = namedIn(after)
  return resource === 'sessions' && typeof address === 'string' ? address : null
}

const viewOf = (found: Found, reader: number): AuditRow => ({
  id: found.id,
  at: found.at,
  actor: found.actor,
  actor_name: actorName(found),
  action: found.action,
  resource: found.resource,
  record_id: found.record_id,
  address: found.address ?? addressIn(found),
  token_id: found.token_id,
  count: found.count,
  changes: isPrivate(found, reader) ? [] : changesIn(found),
})

const header = [
  'Row',
  'When',
  'User',
  'Action',
  'Resource',
  'Record',
  'Address',
  'API token',
  'Count',
  'Before',
  'After',
] as const

/** Rows read at a time for an export. */
const atOnce = 500

/** The audit for the provider's team: pages, and an export that is itself audited (AUD-4, AUD-5). */
export function auditRoutes(app: FastifyInstance): void {
  const { database } = app

  route(app, {
    method: 'GET',
    path: auditPath,
    document: {
      ...documentRoute('Audit', 'Read the audit', page, null, [400, 409]),
      description: 'Who did what, when and from where, the newest first.',
      querystring: Type.Object({
        ...filters,
        before: Type.Optional(Type.Integer({ minimum: 1, description: 'The `next` of the page before.' })),
      }),
    },
    handler: async ({ caller, query }): Promise<AuditPage> => {
      assertMayAudit(caller)
      const given = parseFilters(query)
      const before = (parseOptional(query, 'before', integer({ min: 1 })) ?? null) as number | null
      const found = await rowsOf(database.scans, given, before)
        .limit(maxAuditPage + 1)
        .execute()
      const results = await inTurns(found.slice(0, maxAuditPage), (one) => viewOf(one, caller.id))
      for (const name of new Set(results.map(({ resource }) => resource).filter(isResource)))
        await addNames(
          database.db,
          name,
          results
            .filter(({ resource }) => resource === name)
            .flatMap((one) => one.changes)
            .filter(({ field }) => Object.hasOwn(contract[name].fields, field)),
        )
      return { results, next: found.length > results.length ? (results.at(-1)?.id ?? null) : null }
    },
  })

  route(app, {
    method: 'GET',
    path: auditExportPath,
    exposeHeadRoute: false,
    document: {
      ...documentRoute('Audit', 'Export the audit', null, null, [400, 409]),
      description: `The newest first, ${maxAuditExport} rows at most. It is audited itself.`,
      querystring: Type.Object({ ...filters, format: oneOf(exportFormats) }),
      response: { 200: exportedFile('How many rows it has.'), ...failures(400, 409) },
    },
    handler: async (request, reply) => {
      const { caller } = request
      assertMayAudit(caller)
      const given = parseFilters(request.query)
      const format = exportFormatOf(request)
      await request.slot.takeLong(1)
      await runInSlot(request, 'write', () =>
        auditRead(request, caller, {
          action: 'export',
          resource: 'audit',
          after: { format, ...given },
        }),
      )
      const { count } = await matching(database.scans, given)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const pages = async function* (): AsyncGenerator<Cell[][]> {
        let before: number | null = null
        for (let done = 0; done < maxAuditExport; done += atOnce) {
          const found: Found[] = await rowsOf(database.scans, given, before).limit(atOnce).execute()
          yield found.map((one) => [
            ...[one.id, one.at, actorName(one), one.action, one.resource, one.record_id],
            ...[one.address ?? addressIn(one), one.token_id, one.count],
            ...(isPrivate(one, caller.id) ? [null, null] : [one.before, one.after]),
          ])
          const last = found.at(-1)
          if (!last || found.length < atOnce) return
          before = last.id
          await nextTurn()
        }
      }
      return sendTable(app, reply, {
        format,
        name: 'Audit',
        header,
        widths: header.map(() => columnWidths.moment),
        pages: pages(),
        count: Math.min(count, maxAuditExport),
      })
    },
  })
}
