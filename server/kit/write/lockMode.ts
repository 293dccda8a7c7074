/** Which writes need the exclusive lock: those that change texts shown by records without a direct reference to the changed one. */
import type { LockMode } from '../../db/writeQueue'
import { hopsOf, stepsThrough, type Hop } from '../paths'
import { allResources } from '../registry'
import { type ServerResource } from '../resource'
import { relatedPaths } from './derive'

const isKeptByOthers = ({ link }: Hop): boolean =>
  link !== undefined && allResources().some(({ table }) => table === link.table)

/**
 * Whether a record references the one whose texts it shows itself: by a column, or by links that change with it alone.
 */
const isDirect = ([first, ...more]: readonly Hop[]): boolean =>
  first !== undefined && more.length === 0 && !isKeptByOthers(first)

interface ReadDependencies {
  /** Columns that derived columns of others read over more than one step. */
  transitiveColumns: ReadonlySet<string>
  /** Whether it is a link row that other resources' paths join. */
  connects: boolean
}

function findReadDependencies(resource: ServerResource): ReadDependencies {
  const transitiveColumns = new Set<string>()
  let connects = false
  for (const other of allResources())
    for (const path of relatedPaths(other)) {
      const met = stepsThrough(other, path, resource.name)
      connects ||= met.some(({ linking }) => linking)
      if (!isDirect(hopsOf(other, path).hops))
        for (const { columns } of met) columns.forEach(transitiveColumns.add, transitiveColumns)
    }
  return { transitiveColumns, connects }
}

const known = new Map<ServerResource, ReadDependencies>()
/** Computed lazily, since all resources are declared by the time that one is written. */
function readDependenciesOf(resource: ServerResource): ReadDependencies {
  const found = known.get(resource) ?? findReadDependencies(resource)
  known.set(resource, found)
  return found
}

/**
 * Whether derived columns read a column of a record over more than one step: a record that shows it need not reference
 * this one, so that no lock on this one would prevent a new connection meanwhile.
 */
export const isReadTransitively = (resource: ServerResource, column: string): boolean =>
  readDependenciesOf(resource).transitiveColumns.has(column)

/**
 * The mode of a creation, and the initial one of a change: exclusive for a record that connects others, since it lets
 * them show each other's texts.
 */
export const lockModeOf = (resource: ServerResource): LockMode =>
  resource.exclusive || readDependenciesOf(resource).connects ? 'exclusive' : 'concurrent'
