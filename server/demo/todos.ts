import { staffIds } from './accounts'
import { customerAt } from './customers'
import { organizationsOf } from './organizationTodos'
import type { DemoRow } from './rows'
import { groupOf, perGroup } from './sizes'
import { stampsOf } from './stamps'
import { todoDays, todoMinutes, todoWords } from './wordLists/todos'
import { dayLength, randomFor, memoized, toDay, type World } from './world'

/** The server computes the due date from the other dates. */
type Todo = Omit<DemoRow<'todos'>, 'due_date'>

const contentType = 51
/** Tasks are of the past weeks only. */
const memory = 60 * dayLength

/** The task at an index; ids count from 1. */
export const todoAt = memoized((world: World, index: number): Todo => {
  const random = randomFor(world, 'todos', index)
  const group = groupOf('todos', index)
  const offset = index % perGroup.todos
  // There are as many tasks as customers in a group, and each is about another one.
  const { name } = customerAt(world, group * perGroup.customers + offset)
  const words = random.pick(todoWords)
  const stamps = stampsOf(random, world, staffIds, world.today - memory)
  const created = Date.parse(stamps.created_at)
  const from = created + random.integer(0, 5) * dayLength
  const days = random.pick(todoDays)
  const isWindow = random.chance(0.2)
  const due = isWindow ? from + days * dayLength : created + days * dayLength
  return {
    id: index + 1,
    name: words.name.replace('{customer}', name),
    description: words.description,
    status: statusOf(random.next(), due < world.today),
    time_needed: `00:${String(random.pick(todoMinutes)).padStart(2, '0')}:00`,
    completed_within: days,
    start_time: isWindow ? toDay(from) : null,
    end_time: isWindow ? toDay(due) : null,
    counted_from: null,
    remind_at: null,
    assignee: random.pick(staffIds),
    content_type: contentType,
    organizations: organizationsOf(world, index),
    ...stamps,
  }
})

/** Most due tasks have been done; a few are overdue. */
function statusOf(share: number, isDue: boolean): Todo['status'] {
  if (share < (isDue ? 0.88 : 0.15)) return 'done'
  return share < (isDue ? 0.94 : 0.5) ? 'in_progress' : 'todo'
}
