/** Tells users what comes with the time: tasks and pricing that are due, and reminders (NOTI-2, NOTI-5). */
import { sql, type SqlBool } from 'kysely'
import { dayAt } from '../../src/contract/allDay'
import { addDays } from '../../src/contract/gas/calendar'
import { nowOf } from '../db/clock'
import type { OpenDatabase } from '../db/dialects'
import { createBackgroundJob, type BackgroundJob } from '../kit/backgroundJob'
import { afterCommits } from '../kit/changeJob'
import { chunks } from '../kit/chunks'
import { inTransaction, type Write } from '../kit/context'
import { notifyUsers } from '../kit/write/notifications'
import { dateIs, isOpenWork } from './dayConditions'
import { todayOf } from './market'
import { deleteOldNotifications } from './notifications'
import { salesUsers } from './salesPeople'

/** Records of a transaction, which holds up other writes for some milliseconds. */
const atOnce = 50

/** Opportunities with pricing due on one day that are told. */
const maxDue = 2_000

/** Milliseconds between two looks at the day, and at reminders. */
const dayInterval = 3_600_000
const reminderInterval = 20_000

/** Days for which a task is still told to be due, and seconds for which reminders are given: the server may have been off. */
const catchUpDays = 7
const taskCatchUp = 86_400
const meetingCatchUp = 3_600

/**
 * Tells of the records after an id, in their order.
 * @returns the last id; null: there are no more.
 */
type Step = (write: Write, after: number) => Promise<number | null>

/** The condition for users who were not told something yet. */
const isUntold = (user: string, kind: string, resource: string, record: string, occasion: string) =>
  sql<SqlBool>`not exists (select 1 from notifications as told where told.user_id = ${sql.ref(user)}
    and told.kind = ${kind} and told.resource = ${resource} and told.record_id = ${sql.ref(record)}
    and told.occasion = ${sql.ref(occasion)})`

const lastOf = <R, K extends keyof R>(rows: readonly R[], id: K): R[K] | null =>
  rows.length < atOnce ? null : (rows.at(-1)?.[id] ?? null)

const secondsNow = (db: Write['db']): number => Math.floor(nowOf(db).getTime() / 1_000)
const momentOf = (seconds: number): string => new Date(seconds * 1_000).toISOString()

type Db = Write['db']

/** Open tasks of whose due dates their assignees were not told, a portion. */
const untoldTasks = (db: Db) =>
  db
    .selectFrom('todos')
    .select(['id', sql<string>`due_date`.as('due_date'), sql<number>`assignee`.as('assignee')])
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'done')
    .where('assignee', 'is not', null)
    .where(isUntold('todos.assignee', 'task_due', 'todos', 'todos.id', 'todos.due_date'))
    .orderBy('id')
    .limit(atOnce)

async function tellTasks(
  write: Write,
  tasks: Awaited<ReturnType<ReturnType<typeof untoldTasks>['execute']>>,
): Promise<void> {
  for (const { id, assignee, due_date } of tasks)
    await notifyUsers(write, [assignee], { kind: 'task_due', resource: 'todos', recordId: id }, due_date)
}

/** The days whose tasks are told: today, and those before it. */
const daysOfTasks = (db: Db): string[] => {
  const today = todayOf(db)
  return Array.from({ length: catchUpDays }, (_, index) => addDays(today, -index))
}

/** Open tasks by the days on which they are due. */
const dueTasks =
  (day: string): Step =>
  async (write, after) => {
    const tasks = await untoldTasks(write.db).where('due_date', '=', day).where('id', '>', after).execute()
    await tellTasks(write, tasks)
    return lastOf(tasks, 'id')
  }

/** Opportunities by what their sales persons are found by, a portion. */
const deals = (db: Db) =>
  db
    .selectFrom('opportunities')
    .select(['opportunity_id', 'sales_represented_key', 'created_by'])
    .orderBy('opportunity_id')
    .limit(atOnce)

/** Tells of pricing that is due today: the sales persons, else the creators. */
async function tellPricing(
  write: Write,
  due: Awaited<ReturnType<ReturnType<typeof deals>['execute']>>,
): Promise<void> {
  const { db } = write
  if (due.length === 0) return
  const users = await salesUsers(db)
  for (const { opportunity_id: recordId, sales_represented_key, created_by } of due) {
    const user = users.get(sales_represented_key) ?? created_by
    if (user !== null)
      await notifyUsers(
        write,
        [user],
        { kind: 'pricing_due', resource: 'opportunities', recordId },
        todayOf(db),
      )
  }
}

/** Opportunities whose pricing is due today. */
const duePricing: Step = async (write, after) => {
  const { db } = write
  const due = await deals(db)
    // In the order of the index of the due dates, so that no other one is walked through.
    .where(
      sql<SqlBool>`opportunity_id in (select opportunity_id from opportunities
        where deleted_at is null and ${dateIs('today', db)} and ${isOpenWork(db)}
        order by pricing_due_date desc limit ${maxDue})`,
    )
    .where('opportunity_id', '>', after)
    .execute()
  await tellPricing(write, due)
  return lastOf(due, 'opportunity_id')
}

/** Tasks among some whose due date is to be told. */
const dueAmongTasks = (db: Db, ids: readonly number[]) =>
  untoldTasks(db).where('due_date', 'in', daysOfTasks(db)).where('id', 'in', ids).execute()

/** Opportunities among some whose pricing is due today. */
const dueAmongDeals = (db: Db, ids: readonly number[]) =>
  deals(db)
    .where('opportunity_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`${dateIs('today', db)} and ${isOpenWork(db)}`)
    .execute()

/** Tasks whose reminder has come, for their assignees, else for their creators. */
const taskReminders: Step = async (write, after) => {
  const { db } = write
  const now = secondsNow(db)
  const rows = await db
    .selectFrom('todos')
    .select(['id', 'created_by', 'assignee', sql<number>`remind_at`.as('remind_at')])
    .where('remind_at', '<=', now)
    .where('remind_at', '>', now - taskCatchUp)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'done')
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute()
  for (const { id, assignee, created_by, remind_at } of rows) {
    const user = assignee ?? created_by
    if (user !== null)
      await notifyUsers(
        write,
        [user],
        { kind: 'reminder', resource: 'todos', recordId: id },
        momentOf(remind_at),
      )
  }
  return lastOf(rows, 'id')
}

/** Meetings of which people are to be reminded: their creators, and those of their participants who are users. */
const meetingReminders: Step = async (write, after) => {
  const { db } = write
  const now = secondsNow(db)
  const rows = await db
    .selectFrom('activities')
    .select(['id', 'created_by', 'start', 'all_day'])
    .where('reminds_at', '<=', now)
    .where('reminds_at', '>', now - meetingCatchUp)
    .where('deleted_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute()
  for (const { id, created_by, start, all_day } of rows) {
    const people = await db
      .selectFrom('activity_participants')
      .innerJoin('users', 'users.email_key', 'activity_participants.email')
      .select('users.id')
      .where('activity_participants.activity', '=', id)
      .where('users.is_email_confirmed', '=', true)
      .execute()
    const users = new Set([
      ...people.map((person) => person.id),
      ...(created_by === null ? [] : [created_by]),
    ])
    await notifyUsers(
      write,
      [...users],
      { kind: 'reminder', resource: 'activities', recordId: id },
      all_day ? dayAt(start) : momentOf(start),
    )
  }
  return lastOf(rows, 'id')
}

/** Forgets a portion of what is too old. */
const forgetOld: Step = async ({ db }, after) => ((await deleteOldNotifications(db)) ? after + 1 : null)

/** A job that goes through steps whenever it is woken, and at intervals, each portion in a transaction of its own. */
function createStepJob(
  database: OpenDatabase,
  steps: () => readonly Step[],
  interval: number,
  log: (error: unknown) => void,
): BackgroundJob {
  const job = createBackgroundJob(
    async () => {
      for (const step of steps())
        for (let after: number | null = 0; after !== null && !job.isStopped;) {
          const from: number = after
          after = await inTransaction(
            database,
            { actor: null, requestId: null },
            (write) => step(write, from),
            'concurrent',
          )
        }
    },
    interval,
    log,
  )
  return job
}

/**
 * Tells what is due of the records that this process changes, and looks at no others (NOTI-2); the hourly look of
 * `createDueNotifier` finds what a crash or an error leaves.
 */
export function createChangeNotifier(database: OpenDatabase, log: (error: unknown) => void): BackgroundJob {
  const changed = { todos: new Set<number>(), opportunities: new Set<number>() }
  const look = async <R>(
    ids: Set<number>,
    dueAmong: (db: Db, some: readonly number[]) => Promise<R[]>,
    tell: (write: Write, due: R[]) => Promise<void>,
  ) => {
    const all = [...ids]
    ids.clear()
    for (const some of chunks(all, atOnce)) {
      if (job.isStopped) return
      // A change of what is not due keeps no other write waiting.
      if ((await dueAmong(database.db, some)).length === 0) continue
      await inTransaction(
        database,
        { actor: null, requestId: null },
        async (write) => tell(write, await dueAmong(write.db, some)),
        'concurrent',
      )
    }
  }
  const job = createBackgroundJob(
    async () => {
      await look(changed.todos, dueAmongTasks, tellTasks)
      await look(changed.opportunities, dueAmongDeals, tellPricing)
    },
    null,
    log,
  )
  return afterCommits(database, job, (notices) => {
    for (const notice of notices) {
      if (notice.kind !== 'change') continue
      const { resource, id } = notice.change
      if (id !== null && (resource === 'todos' || resource === 'opportunities')) changed[resource].add(id)
    }
    if (changed.todos.size > 0 || changed.opportunities.size > 0) job.wake()
  })
}

/** Tells what the day has brought. */
export const createDueNotifier = (database: OpenDatabase, log: (error: unknown) => void): BackgroundJob =>
  createStepJob(
    database,
    () => [...daysOfTasks(database.db).map(dueTasks), duePricing, forgetOld],
    dayInterval,
    log,
  )

/** Reminds of tasks and meetings. */
export const createReminder = (database: OpenDatabase, log: (error: unknown) => void): BackgroundJob =>
  createStepJob(database, () => [taskReminders, meetingReminders], reminderInterval, log)
