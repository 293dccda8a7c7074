/** What becomes of the open tasks of notices where their contract changes (CTR-6, CTR-8). */
import type { Kysely } from 'kysely'
import type { Row } from '../../src/contract'
import { noticeTasks, type NoticeTask } from '../../src/contract/gas/choices'
import { nowOf } from '../db/clock'
import type { Tables } from '../db/tables'
import type { Write } from '../kit/context'
import { deleteRecord } from '../kit/write/remove'
import { updateFromValues } from '../kit/write/update'
import { isInTime, isUndecided, taskOf, taskTitles } from './contractTasks'
import { todayOf } from './market'
import { todos } from './todos'

type Contract = Row<'contracts'>

/** What tasks depend on, by their kinds. */
const daysOf = {
  notice_opens: ['end_date', 'notice_by', 'notice_opens'],
  notice_by: ['end_date', 'notice_by'],
} as const satisfies Readonly<Record<NoticeTask, readonly (keyof Contract)[]>>

type Task = Pick<Row<'todos'>, 'id' | 'name' | 'description' | 'due_date'>

/** The kind of a task, of one that was renamed by its day; null: it has become another task. */
function kindOf({ name, due_date }: Task, { notice_by }: Contract): NoticeTask | null {
  if (name.startsWith(taskTitles.notice_opens)) return 'notice_opens'
  return name.startsWith(taskTitles.notice_by) || due_date === notice_by ? 'notice_by' : null
}

const openTasks = (db: Kysely<Tables>, { contract_id }: Contract): Promise<Task[]> =>
  db
    .selectFrom('todos')
    .select(['id', 'name', 'description', 'due_date'])
    .where('notice_of', '=', contract_id)
    .where('status', '<>', 'done')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/**
 * Has the open tasks of a contract follow its change. Those that still have their time get its new days. The others go to the
 * trash, and it is forgotten that they were made, so that they are made when the time comes. One that is done stays as it
 * is, and none is made in its place for the same end.
 */
export async function moveTasks(write: Write, before: Contract, changes: Partial<Contract>): Promise<void> {
  const after = { ...before, ...changes }
  const isSame = (name: keyof Contract) => after[name] === before[name]
  if (daysOf.notice_opens.every(isSame) && isUndecided(after) === isUndecided(before)) return
  // The change is allowed by now: its author need not see the tasks, which may be those of others.
  const system: Write = { ...write, actor: null }
  const tasks = await openTasks(system.db, before)
  if (tasks.length === 0) return
  const today = todayOf(system.db)
  for (const kind of noticeTasks) {
    const own = tasks.filter((task) => kindOf(task, before) === kind)
    if (own.length === 0 || (isUndecided(after) && daysOf[kind].every(isSame))) continue
    const stands =
      isUndecided(after) &&
      isInTime[kind](after, today) &&
      (isSame('end_date') || !(await isMade(system.db, kind, after)))
    await moveMade(system.db, kind, before, stands ? after : null)
    for (const task of own)
      if (stands) await moveTask(system, kind, task, { before, after, today })
      else await deleteRecord(system, todos, task.id, null)
  }
}

/** Whether the task of a contract's end has been made, even if it is done or deleted since. */
async function isMade(
  db: Kysely<Tables>,
  kind: NoticeTask,
  { contract_id, end_date }: Contract,
): Promise<boolean> {
  const made = await db
    .selectFrom('contract_notice_tasks')
    .select('kind')
    .where('contract', '=', contract_id)
    .where('kind', '=', kind)
    .where('end_date', '=', end_date)
    .executeTakeFirst()
  return made !== undefined
}

/** Has a task count as made for another end, or, with null, as not made. */
async function moveMade(
  db: Kysely<Tables>,
  kind: NoticeTask,
  { contract_id, end_date }: Contract,
  to: Contract | null,
): Promise<void> {
  if (to?.end_date === end_date) return
  await db
    .deleteFrom('contract_notice_tasks')
    .where('contract', '=', contract_id)
    .where('kind', '=', kind)
    .where('end_date', '=', end_date)
    .execute()
  if (to === null || to.end_date === null) return
  const { end_date: end } = to
  await db
    .insertInto('contract_notice_tasks')
    .values({ contract: contract_id, kind, end_date: end, created_at: nowOf(db).toISOString() })
    .execute()
}

/** A text as the task had it first becomes what it would be now; of one that people have changed, the days do. */
function movedText(text: string, first: string, now: string, days: ReadonlyMap<string, string>): string {
  return text === first ? now : text.replace(/\d{4}-\d{2}-\d{2}/g, (day) => days.get(day) ?? day)
}

interface Change {
  readonly before: Contract
  readonly after: Contract
  readonly today: string
}

/** Gives a task the days of its contract. */
async function moveTask(write: Write, kind: NoticeTask, task: Task, change: Change): Promise<void> {
  const { before, after, today } = change
  const { name: organization_name } = await write.db
    .selectFrom('organizations')
    .select('name')
    .where('organization_id', '=', after.organization)
    .executeTakeFirstOrThrow()
  const [first, now] = [before, after].map((contract) =>
    taskOf(kind, { ...contract, organization_name, end_date: contract.end_date ?? '' }, today),
  )
  if (!first || !now) return
  const days = new Map(
    daysOf[kind].flatMap((name) => {
      const [from, to] = [before[name], after[name]]
      return from !== null && to !== null ? [[from, to] as const] : []
    }),
  )
  const { counted_from, completed_within } = now
  await updateFromValues(write, todos, task.id, {
    name: movedText(task.name, first.name, now.name, days),
    description: movedText(task.description, first.description, now.description, days),
    // A day of its own that people have chosen is kept as long as that of the contract is.
    ...(before[kind] !== after[kind] && { counted_from, completed_within, start_time: null, end_time: null }),
  })
}
