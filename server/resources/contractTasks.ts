/** The tasks that the days of notice of contracts make, once each for an end, whatever people make of them (CTR-8). */
import { sql, type Kysely, type SqlBool } from 'kysely'
import { contract, type Row } from '../../src/contract'
import { addDays, daysBetween } from '../../src/contract/gas/calendar'
import { noticeTasks, type NoticeTask } from '../../src/contract/gas/choices'
import { maxText } from '../../src/contract/limits'
import { noticeSoonDays } from '../../src/contract/renewals'
import { nowOf } from '../db/clock'
import type { OpenDatabase } from '../db/dialects'
import type { Tables } from '../db/tables'
import type { BackgroundJob } from '../kit/backgroundJob'
import { createChangeJob } from '../kit/changeJob'
import type { Write } from '../kit/context'
import { escapeHtml } from '../kit/present/escapeHtml'
import { createFromValues } from '../kit/write/create'
import { deleteRecord } from '../kit/write/remove'
import { todayOf } from './market'
import { salesUsers } from './salesPeople'
import { todos } from './todos'

/** Contracts of a transaction, which holds up other writes for some milliseconds. */
const contractsAtOnce = 10

/** Milliseconds between two looks at the day. */
const interval = 3_600_000

/** Days for which a first day of notice still makes its task: the server may have been off, or the contract entered late. */
const catchUpDays = 14

/** Days for the first task; the second one is due on the last day of notice. */
const daysForFirst = 5

type NoticedContract = Pick<
  Row<'contracts'>,
  'contract_id' | 'contract_number' | 'opportunity' | 'end_date' | 'notice_by' | 'notice_opens' | 'created_by'
> & { organization: number; organization_name: string; end_date: string }

/** Whether the day of a task has come, and its notice has not passed. */
const isDue: Readonly<Record<NoticeTask, (today: string) => ReturnType<typeof sql<SqlBool>>>> = {
  notice_opens: (today) =>
    sql<SqlBool>`contracts.notice_opens between ${addDays(today, -catchUpDays)} and ${today}
      and (contracts.notice_by is null or contracts.notice_by >= ${today})`,
  notice_by: (today) =>
    sql<SqlBool>`contracts.notice_by between ${today} and ${addDays(today, noticeSoonDays)}`,
}

/** Whether there is still something to decide, so that its tasks stand. */
export const isUndecided = ({ terminated_on, renewed_on }: Row<'contracts'>): boolean =>
  terminated_on === null && renewed_on === null

/** Whether a task that was made still has its time: as isDue, but its first day of notice may be long past. */
export const isInTime: Readonly<Record<NoticeTask, (contract: Row<'contracts'>, today: string) => boolean>> =
  {
    notice_opens: ({ notice_opens, notice_by, end_date }, today) =>
      notice_opens !== null && notice_opens <= today && (notice_by ?? end_date ?? '') >= today,
    notice_by: ({ notice_by }, today) =>
      notice_by !== null && notice_by >= today && notice_by <= addDays(today, noticeSoonDays),
  }

/** Selects the ids of contracts without the task of a kind, whose day has come, from an index alone. */
const withoutTask = (db: Kysely<Tables>, kind: NoticeTask, today: string) =>
  db
    .selectFrom('contracts')
    .select('contracts.contract_id')
    .where(isDue[kind](today))
    .where('contracts.end_date', '>=', today)
    .where('contracts.deleted_at', 'is', null)
    .where('contracts.signed_on', 'is not', null)
    .where('contracts.terminated_on', 'is', null)
    .where('contracts.renewed_on', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contract_notice_tasks as made')
            .select('made.contract')
            .whereRef('made.contract', '=', 'contracts.contract_id')
            .whereRef('made.end_date', '=', 'contracts.end_date')
            .where('made.kind', '=', kind),
        ),
      ),
    )
    .orderBy('contracts.contract_id')
    .limit(contractsAtOnce)

/** The next of those contracts. */
const nextNoticed = (db: Kysely<Tables>, kind: NoticeTask, today: string): Promise<NoticedContract[]> =>
  db
    .selectFrom('contracts')
    .innerJoin('organizations', 'organizations.organization_id', 'contracts.organization')
    .select([
      ...(['contracts.contract_id', 'contracts.contract_number', 'contracts.opportunity'] as const),
      ...(['contracts.notice_by', 'contracts.notice_opens', 'contracts.created_by'] as const),
      ...(['contracts.organization', 'organizations.name as organization_name'] as const),
      sql<string>`contracts.end_date`.as('end_date'),
    ])
    .where('contracts.contract_id', 'in', withoutTask(db, kind, today))
    .orderBy('contracts.contract_id')
    .execute()

/** The sales person of a contract's opportunity, where that is an active user; else the contract's creator. */
async function responsibleFor(
  db: Kysely<Tables>,
  { opportunity, created_by }: NoticedContract,
): Promise<number | null> {
  if (opportunity === null) return created_by
  const deal = await db
    .selectFrom('opportunities')
    .select('sales_represented_key')
    .where('opportunity_id', '=', opportunity)
    .executeTakeFirst()
  return (await salesUsers(db)).get(deal?.sales_represented_key ?? null) ?? created_by
}

/** What the names of tasks begin with, before the last day of notice of those that are due on it. */
export const taskTitles: Readonly<Record<NoticeTask, string>> = {
  notice_opens: 'Notice has opened',
  notice_by: 'Renew by ',
}

type NamedContract = Pick<
  NoticedContract,
  'contract_id' | 'contract_number' | 'organization_name' | 'notice_by'
>

const calledOf = ({ contract_id, contract_number, organization_name }: NamedContract): string =>
  `contract ${contract_number ?? `#${contract_id}`} with ${organization_name}`

const nameOf = (kind: NoticeTask, noticed: NamedContract): string => {
  const { notice_by } = noticed
  const title =
    kind === 'notice_by' && notice_by !== null
      ? `${taskTitles.notice_by}${notice_by}`
      : taskTitles.notice_opens
  return `${title}: ${calledOf(noticed)}`.slice(0, maxText)
}

/** What a task says, and when it is due. */
export function taskOf(
  kind: NoticeTask,
  noticed: NamedContract & Pick<NoticedContract, 'end_date' | 'notice_opens'>,
  today: string,
) {
  const { end_date, notice_by, notice_opens } = noticed
  const called = calledOf(noticed)
  const last = notice_by === null ? '' : ` Notice can be given until ${notice_by}.`
  const [counted_from, completed_within] =
    kind === 'notice_by' && notice_by !== null
      ? [today, daysBetween(today, notice_by)]
      : [notice_opens ?? today, daysForFirst]
  return {
    name: nameOf(kind, noticed),
    description: `<p>${escapeHtml(`The ${called} ends on ${end_date}.${last}`)}</p>`,
    counted_from,
    completed_within,
  }
}

/** Makes tasks of a kind. @returns whether there may be more. */
async function makeTasks(write: Write, kind: NoticeTask): Promise<boolean> {
  const { db } = write
  const today = todayOf(db)
  const rows = await nextNoticed(db, kind, today)
  for (const row of rows) {
    const { contract_id, end_date, organization } = row
    await db
      .insertInto('contract_notice_tasks')
      .values({ contract: contract_id, kind, end_date, created_at: nowOf(db).toISOString() })
      .execute()
    await createFromValues(write, todos, {
      ...taskOf(kind, row, today),
      status: 'todo',
      time_needed: '00:15:00',
      assignee: await responsibleFor(db, row),
      organizations: [organization],
      notice_of: contract_id,
    })
  }
  return rows.length === contractsAtOnce
}

/** Forgets the tasks of a contract that is taken back with its import; those that nothing has changed go with it. */
export async function dropNoticeTasks(write: Write, contract_id: number): Promise<void> {
  const { db } = write
  const made = await db
    .deleteFrom('contract_notice_tasks')
    .where('contract', '=', contract_id)
    .returning('kind')
    .execute()
  if (made.length === 0) return
  const noticed = await db
    .selectFrom('contracts')
    .innerJoin('organizations', 'organizations.organization_id', 'contracts.organization')
    .select(['contracts.contract_id', 'contracts.contract_number', 'contracts.notice_by'])
    .select('organizations.name as organization_name')
    .where('contracts.contract_id', '=', contract_id)
    .executeTakeFirst()
  if (!noticed) return
  const tasks = await db
    .selectFrom('todos')
    .select('id')
    .where(
      'name',
      'in',
      made.map(({ kind }) => nameOf(kind, noticed)),
    )
    .where('notice_of', '=', contract_id)
    .where('version', '=', 1)
    .where('deleted_at', 'is', null)
    .execute()
  for (const { id } of tasks) await deleteRecord(write, todos, id, null)
}

/** Makes the tasks whose day has come: at the start, every hour, and where contracts change. */
export const createNoticeTasker = (database: OpenDatabase, log: (error: unknown) => void): BackgroundJob =>
  createChangeJob(database, {
    wokenBy: [contract.contracts.name],
    interval,
    log,
    hasWork: async (db) => {
      const today = todayOf(db)
      for (const kind of noticeTasks) if (await withoutTask(db, kind, today).executeTakeFirst()) return true
      return false
    },
    work: async (write) => {
      let isMore = false
      for (const kind of noticeTasks) isMore = (await makeTasks(write, kind)) || isMore
      return isMore
    },
  })
