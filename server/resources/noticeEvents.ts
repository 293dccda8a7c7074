/** The days of notice of contracts in the calendar feed of the user who looks after them (CTR-8, FEED-1). */
import { createHash } from 'node:crypto'
import { sql, type Kysely, type SqlBool } from 'kysely'
import { dayStart } from '../../src/contract/allDay'
import { addDays } from '../../src/contract/gas/calendar'
import { noticeTasks, type NoticeTask } from '../../src/contract/gas/choices'
import { tableOfNames } from '../db/rowLimits'
import type { Tables } from '../db/tables'
import { escapeHtml } from '../kit/present/escapeHtml'
import type { CalendarEvent } from '../ports/mail'
import { salesNamesOf } from './salesPeople'

/** Contracts in a feed, those that end next, and days for which a past one stays in it. */
const most = 500
const lookBackDays = 365

/** A day of notice as an event, without whose it is. */
export type NoticeEvent = Omit<CalendarEvent, 'organizer'> & { modified_at: string }

interface Reader {
  id: number
  username: string
  first_name: string | null
  last_name: string | null
}

const titles: Readonly<Record<NoticeTask, string>> = {
  notice_opens: 'Notice opens',
  notice_by: 'Last day of notice',
}

/**
 * The days of notice of signed contracts that are not renewed: of those whose opportunity names the user as its sales
 * person, by full name or user name, and of those that the user has entered.
 */
export async function noticeEvents(db: Kysely<Tables>, reader: Reader, now: Date): Promise<NoticeEvent[]> {
  const rows = await db
    .selectFrom('contracts')
    .innerJoin(
      sql<
        Pick<Tables['organizations'], 'organization_id' | 'name'>
      >`${sql.table(tableOfNames('organizations'))}`.as('customers'),
      'customers.organization_id',
      'contracts.organization',
    )
    .select([
      ...(['contracts.contract_id', 'contracts.contract_number', 'contracts.end_date'] as const),
      ...(['contracts.notice_opens', 'contracts.notice_by', 'contracts.version'] as const),
      ...(['contracts.created_at', 'contracts.modified_at', 'customers.name'] as const),
    ])
    .where('contracts.end_date', '>=', addDays(now.toISOString().slice(0, 10), -lookBackDays))
    .where('contracts.deleted_at', 'is', null)
    .where('contracts.signed_on', 'is not', null)
    .where('contracts.terminated_on', 'is', null)
    .where('contracts.renewed_on', 'is', null)
    .where(
      sql<SqlBool>`(contracts.created_by = ${reader.id} or contracts.opportunity in (
        select opportunity_id from opportunities where sales_represented_key in (${sql.join(salesNamesOf(reader))})))`,
    )
    .orderBy('contracts.end_date')
    .orderBy('contracts.contract_id')
    .limit(most)
    .execute()
  return rows.flatMap(({ contract_id, contract_number, name, end_date, ...row }) =>
    noticeTasks.flatMap((kind): NoticeEvent[] => {
      const day = row[kind]
      if (day === null) return []
      const called = `${name}, contract ${contract_number ?? `#${contract_id}`}`
      return [
        {
          id: contract_id,
          uid: `contract-${contract_id}-${kind}-${Date.parse(row.created_at)}@citygate`,
          version: row.version,
          created_at: row.created_at,
          modified_at: row.modified_at,
          title: `${titles[kind]}: ${called}`,
          description: `<p>${escapeHtml(`The contract ends on ${end_date}.`)}</p>`,
          start: dayStart(day),
          end: dayStart(addDays(day, 1)),
          all_day: true,
          time_zone: null,
          participants: [],
          calendar_id: null,
        },
      ]
    }),
  )
}

/** Tells whether the days of notice have changed, as part of a feed's ETag. */
export const noticesVersion = (events: readonly NoticeEvent[]): string =>
  createHash('sha256')
    .update(JSON.stringify(events.map(({ uid, version, title, start }) => [uid, version, title, start])))
    .digest('base64url')
