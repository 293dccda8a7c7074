/** Which writes of a record change what others show without naming the record itself. */
import type { Manner } from '../../db/queue'
import { hopsOf, meetings, type Hop } from '../paths'
import { allResources } from '../registry'
import { nameOf, type ServerResource } from '../resource'
import { relatedPaths } from './derive'

const isKeptByOthers = ({ link }: Hop): boolean =>
  link !== undefined && allResources().some(({ table }) => table === link.table)

/** Whether a record names itself whose texts it shows: by a column, or by links that change with it alone. */
const isDirect = ([first, ...more]: readonly Hop[]): boolean =>
  first !== undefined && more.length === 0 && !isKeptByOthers(first)

interface Reach {
  /** Columns that derived columns of others read by more than one step. */
  fromAfar: ReadonlySet<string>
  /** Whether others come by it from one to the other. */
  connects: boolean
}

function reachOf(resource: ServerResource): Reach {
  const fromAfar = new Set<string>()
  let connects = false
  for (const other of allResources())
    for (const path of relatedPaths(other)) {
      const met = meetings(other, path, nameOf(resource))
      connects ||= met.some(({ linking }) => linking)
      if (!isDirect(hopsOf(other, path).hops))
        for (const { columns } of met) columns.forEach(fromAfar.add, fromAfar)
    }
  return { fromAfar, connects }
}

const known = new Map<ServerResource, Reach>()
/** All resources are declared by the time that one is written. */
function kept(resource: ServerResource): Reach {
  const reach = known.get(resource) ?? reachOf(resource)
  known.set(resource, reach)
  return reach
}

/**
 * Whether derived columns read a column of a record by more than one step: a record that shows it need not name this
 * one, so that no lock on this one would keep it from being named meanwhile.
 */
export const isReadFromAfar = (resource: ServerResource, column: string): boolean =>
  kept(resource).fromAfar.has(column)

/** How a record is made, and how a change of it begins: one that connects others lets them show each other's texts. */
export const mannerOf = (resource: ServerResource): Manner =>
  resource.alone || kept(resource).connects ? 'alone' : 'beside'
