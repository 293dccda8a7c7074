/** Splits the values of a record into its columns and its links. */
import { isColumn } from '../../../src/contract/fields'
import { dialectOf } from '../../db/dialects'
import { anyTable, type Write } from '../context'
import type { ApiRecord } from '../read/records'
import { columnsOf, type ServerResource } from '../resource'

type Values = Record<string, unknown>

/** Lists and other structured values are stored as JSON text. */
export const stored = (columns: Values): Values =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, isPlain(value) ? value : JSON.stringify(value)]),
  )

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

export const differs = (a: unknown, b: unknown): boolean =>
  isPlain(a) ? a !== b : JSON.stringify(a) !== JSON.stringify(b)

/** Splits a write into columns and links; values that are sent but not stored are for the resource's `after`. */
export function split(
  resource: ServerResource,
  values: Values,
): { columns: Values; links: Record<string, number[]> } {
  const columns: Values = {}
  const links: Record<string, number[]> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = resource.contract.fields[name]
    if (field?.kind === 'many') links[name] = value as number[]
    else if (!field || isColumn(field)) columns[name] = value
  }
  return { columns, links }
}

/** Drops stamps that the resource does not keep. */
export function onlyColumns(resource: ServerResource, values: Values): Values {
  const names = new Set(columnsOf(resource.contract).map(([name]) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

/** Updates the links of a record. Links to records in the trash are neither shown nor changed. */
export async function replaceLinks(
  write: Write,
  resource: ServerResource,
  id: number,
  links: Record<string, number[]>,
  before: ApiRecord | null,
): Promise<void> {
  const db = anyTable(write.db)
  const { pipeline } = dialectOf(write.db)
  for (const [name, targets] of Object.entries(links)) {
    const link = resource.links[name]
    if (!link) throw new Error(`${resource.contract.name}.${name} has no link table.`)
    const currentIds = (before?.[name] ?? []) as number[]
    // Where the order counts, a changed list is rewritten; otherwise remaining links keep their rows.
    const keeps = (target: number) =>
      link.order === undefined ? targets.includes(target) : !differs(currentIds, targets)
    const gone = currentIds.filter((target) => !keeps(target))
    const stays = new Set(currentIds.filter(keeps))
    if (gone.length > 0)
      await pipeline(
        write.db,
        db.deleteFrom(link.table).where(link.own, '=', id).where(link.target, 'in', gone).compile(),
      )
    const rows = targets.flatMap((target, position) =>
      stays.has(target)
        ? []
        : [
            {
              [link.own]: id,
              [link.target]: target,
              ...(link.order === undefined ? {} : { [link.order]: position }),
            },
          ],
    )
    if (rows.length > 0) await pipeline(write.db, db.insertInto(link.table).values(rows).compile())
  }
}
