import { targetOf } from '../../src/contract'
import { isRelation } from '../../src/contract/kit'
import { derive, ownTexts } from '../kit/derive'
import { resources } from '../resources'
import { demoTables, type DemoTable } from './tables'
import type { World } from './world'

/** The search text and the ordering keys of a demo record, computed without asking the database. */
export function derivedColumns(
  world: World,
  { resource }: DemoTable,
  row: Readonly<Record<string, unknown>>,
) {
  if (resource.search.length === 0) return {}
  const own = ownTexts(row)
  return derive(resource, (path) => {
    const [relation = '', column] = path.split('.')
    return column === undefined ? own(path) : relatedTexts(world, resource, row, relation, column)
  })
}

function relatedTexts(
  world: World,
  { contract }: DemoTable['resource'],
  row: Readonly<Record<string, unknown>>,
  relation: string,
  column: string,
): string[] {
  const field = contract.fields[relation]
  const target = field && isRelation(field) ? resources[targetOf(field)] : undefined
  const table = demoTables.find(({ resource }) => resource === target)
  if (!table) throw new Error(`${contract.name}.${relation} leads to no demo table.`)
  const ids = [row[relation]].flat().filter((id) => typeof id === 'number')
  // In the order in which the database gives them, see kit/derive.ts.
  return ids.sort((a, b) => a - b).flatMap((id) => [...ownTexts(table.rowAt(world, id - 1))(column)])
}
