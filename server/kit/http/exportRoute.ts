import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { exportPath } from '../../../src/contract/exports'
import { boolean } from '../../../src/contract/fields'
import { runInSlot } from '../admission/requestSlot'
import { addComputed, exportableNames, parseExportTable } from '../export/columns'
import { fanOutOf, longAnswerSlots } from '../read/costEstimate'
import { readRecords } from '../read/batches'
import { findIds } from '../read/list'
import { parseListQuery, parseOptional } from '../read/query'
import type { ServerResource } from '../resource'
import { auditRead } from './auditRead'
import { documents } from './documentation'
import { exportFormatOf, sendTable } from './exportFile'
import { route } from './route'
import { asOfOf, linkedPages, ofOneMoment, resumed } from './routes'

/** What people call the records, as 'Organization addresses'; the API has other names for some, such as todos. */
const nounOf = ({ contract: { title } }: ServerResource): string =>
  /[^aeiou]y$/.test(title) ? `${title.slice(0, -1)}ies` : `${title}${title.endsWith('s') ? 'es' : 's'}`

/**
 * GET of a list as a file, with all that its parameters find (EXP-1). The ids are read first, all of one moment; the records
 * follow portion by portion, as the client takes them.
 */
export function exportRoute(app: FastifyInstance, resource: ServerResource): void {
  const { database } = app
  route(app, {
    method: 'GET',
    path: exportPath(resource.name),
    exposeHeadRoute: false,
    document: documents.export(resource, exportableNames(resource)),
    handler: async (request, reply) => {
      const format = exportFormatOf(request)
      const isTrash =
        resource.contract.trash === true && parseOptional(request.query, 'trash', boolean()) === true
      const { columns, expand } = parseExportTable(resource, request.query)
      const asOf = asOfOf(app, resource, request.query)
      const listed = parseListQuery(resource, { ...request.query, expand: '' }, isTrash)
      const query = await ofOneMoment({ ...listed, expand }, resource, app, asOf, request.caller.id)
      // However few there are: what is written meanwhile is not held in memory.
      await request.slot.takeLong(
        Math.max(1, longAnswerSlots(query.limit, fanOutOf(resource.contract, expand))),
      )
      const viewer = { reader: request.caller.id, trash: isTrash, dataVersion: request.dataVersion }
      const ids = await findIds(database, resource, query, viewer)

      const names = columns.map(({ name }) => name)
      const visible = isTrash ? undefined : { to: request.caller.id }
      const records = linkedPages(
        request,
        resource,
        readRecords(database.scans, resource, ids, query, visible),
        asOf,
      )
      const rows = async function* () {
        for await (const some of records) {
          await addComputed(database.scans, resource, names, some)
          await nextTurn()
          yield some.map((record) => columns.map(({ cellOf }) => cellOf(record)))
        }
      }
      const pages = rows()
      // Errors occur in the first portion, while the status can still report them.
      const all = resumed(await pages.next(), pages)

      const { q, filters, own, ordering } = query
      await runInSlot(request, 'write', () =>
        auditRead(request, request.caller, {
          action: 'export',
          resource: resource.name,
          after: { format, columns: names, q, filters, own, ordering, trash: isTrash, count: ids.length },
        }),
      )
      return sendTable(app, reply, {
        format,
        name: `${nounOf(resource)}${isTrash ? ' in the trash' : ''}`,
        sheet: nounOf(resource).slice(0, 28),
        header: columns.map(({ title }) => title),
        widths: columns.map(({ width }) => width),
        pages: all,
        count: ids.length,
      })
    },
  })
}
