/** Answers with a table as a file: what the exports of lists, reports and the audit have in common (EXP-1). */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { exportCountHeader, exportFormats, type ExportFormat } from '../../../src/contract/exports'
import { marketDay } from '../../../src/contract/gas/calendar'
import { nowOf } from '../../db/clock'
import { keepingLimits } from '../../db/rowLimits'
import { invalidParameter } from '../errors'
import type { Cell } from '../export/cells'
import { csvFile } from '../export/csv'
import { xlsxFile } from '../export/xlsx'
import { single, type Parameters } from '../read/query'
import { disposition } from './disposition'
import { xlsxType } from './documentation'

/** The format that a request asks for. @throws ApiError 400 */
export function exportFormatOf({ query }: FastifyRequest<{ Querystring: Parameters }>): ExportFormat {
  const format = exportFormats.find((known) => known === single(query, 'format'))
  if (!format) throw invalidParameter('format', `Choose one of: ${exportFormats.join(', ')}.`)
  return format
}

interface ExportedTable {
  format: ExportFormat
  /** Of the file, before the day. */
  name: string
  /** Of the sheet of a workbook, at most 28 characters. */
  sheet?: string
  header: readonly string[]
  /** Of its columns in a workbook. */
  widths: readonly number[]
  pages: AsyncIterable<readonly (readonly Cell[])[]>
  /** Of all rows, without the header. */
  count: number
}

/** Sends a table, portion by portion, as the client takes them. */
export function sendTable(
  { database, config }: FastifyInstance,
  reply: FastifyReply,
  { format, name, sheet = name, header, widths, pages, count }: ExportedTable,
): FastifyReply {
  const at = nowOf(database.db)
  const day = marketDay(at.toISOString(), config.marketTimeZone)
  return reply
    .headers({
      [exportCountHeader]: count,
      'content-disposition': disposition('attachment', `${name} ${day}.${format}`),
      'cache-control': 'no-store',
    })
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : xlsxType)
    .send(
      format === 'csv'
        ? Readable.from(keepingLimits(csvFile(header, pages)))
        : xlsxFile({ header, widths }, pages, { name: sheet, count, at }),
    )
}
