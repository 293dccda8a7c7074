import type { DemoRow } from './rows'
import { groupOf, indexesIn, perGroup } from './sizes'
import type { World } from './world'

/** The organizations of each task of a group, by the task's customer. */
const subjects = [
  [0, 0],
  [0, 2],
  [1, 3],
] as const

/** The link at an index; ids count from 1. */
export function organizationTodoAt(_world: World, index: number): DemoRow<'organizationTodos'> {
  const group = groupOf('organizationTodos', index)
  const [todo = 0, organization = 0] = subjects[index % perGroup.organizationTodos] ?? []
  return {
    organization_todo_id: index + 1,
    organization: group * perGroup.organizations + organization + 1,
    todo: group * perGroup.todos + todo + 1,
  }
}

/** The ids of the organizations of the task at an index. */
export const organizationsOf = (world: World, todo: number): number[] =>
  indexesIn('organizationTodos', groupOf('todos', todo))
    .map((link) => organizationTodoAt(world, link))
    .filter((link) => link.todo === todo + 1)
    .map(({ organization }) => organization)
