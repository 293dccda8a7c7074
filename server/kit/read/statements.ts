/** The statements that read records: their texts depend on the resource alone, so that they stay prepared. */
import { isColumn, type Field } from '../../../src/contract/fields'
import type { LinkFilter } from '../../../src/contract/linkFilters'
import type { Dialect } from '../../db/dialects'
import { tableOfNames } from '../../db/rowLimits'
import { quoted, type Statement } from '../../db/statements'
import { withLinkFilter } from './linkFilter'
import { tableSoftDeletes, resourceOf } from '../registry'
import { visibilityText } from '../visibility'
import { targetNameOf, type ServerResource } from '../resource'

type Described = Pick<Required<Statement>, 'text' | 'moments' | 'booleans'>

const selections = new WeakMap<ServerResource, Described>()

/** Selects all columns of a resource that answers show, without a condition. */
function selectionOf(resource: ServerResource): Described {
  const known = selections.get(resource)
  if (known) return known
  const columns = Object.entries<Field>(resource.contract.fields).filter(([, field]) => isColumn(field))
  const contents = Object.entries(resource.contents).map(([field, column]) => {
    const places = [column, resource.externalContentColumns[field]].flatMap((name) => name ?? []).map(quoted)
    return `${places.length > 1 ? `coalesce(${places.join(', ')})` : places.join()} as ${quoted(field)}`
  })
  const names = [...columns.map(([name]) => quoted(name)), ...contents]
  const ofKind = (kind: Field['kind']) =>
    columns.flatMap(([name, field]) => (field.kind === kind ? [name] : []))
  const selection = {
    text: `select ${names.join(', ')} from ${quoted(resource.table)}`,
    moments: ofKind('timestamp'),
    booleans: ofKind('boolean'),
  }
  selections.set(resource, selection)
  return selection
}

/**
 * The rows of a resource that have these ids.
 * @param visible the user whose own records are visible, without the trash; undefined: any.
 */
export function rowsOf(
  dialect: Dialect,
  resource: ServerResource,
  ids: readonly number[],
  visible: { to: number | null } | undefined,
): Statement {
  const { text, ...kinds } = selectionOf(resource)
  const conditions = [`${quoted(resource.contract.idField)} ${dialect.inIdList}`]
  const values: Statement['values'][number][] = [ids]
  if (visible && resource.softDeletes) conditions.push('"deleted_at" is null')
  const isVisible = visibilityText(resource)
  if (visible && isVisible !== null) {
    conditions.push(isVisible)
    values.push(visible.to)
  }
  return { text: `${text} where ${conditions.join(' and ')}`, values, ...kinds }
}

/** The ids and names of records, also of those that the reader does not see, where seen records name them (TEAM-6). */
export function namesOfAll(
  dialect: Dialect,
  { table, contract: { idField, nameField = idField } }: ServerResource,
  ids: readonly number[],
): Statement {
  const columns = [idField, nameField].map(quoted).join(', ')
  return {
    text: `select ${columns} from ${quoted(tableOfNames(table))} where ${quoted(idField)} ${dialect.inIdList}`,
    values: [ids],
  }
}

/**
 * Pairs of `owner` and `target`: the records referenced by the owners, in order, without those in the trash. The owners are seen;
 * of what they name, what is shown by its name anyway is not left out.
 */
export function linksOf(
  dialect: Dialect,
  resource: ServerResource,
  name: string,
  owners: readonly number[],
  linkFilter: LinkFilter,
): Statement {
  const link = resource.links[name]
  if (!link) throw new Error(`${resource.contract.name}.${name} has no link table.`)
  const target = resourceOf(targetNameOf(resource, name))
  const of = (column: string) => `link.${quoted(column)}`
  // Conditions of the relation itself take precedence, such as that current organizations are active ones.
  const wanted = Object.entries({ ...withLinkFilter(linkFilter, link.table), ...link.where })
  const conditions = [
    `${of(link.own)} ${dialect.inIdList}`,
    ...wanted.map(([column]) => `${of(column)} = ?`),
    ...(tableSoftDeletes(link.table) ? ['link.deleted_at is null'] : []),
  ]
  // A filter would tell of hidden links what they say beside the names.
  const isNarrowed = wanted.length > Object.keys(link.where ?? {}).length
  const shownOf = target.contract.namedWhenHidden && !isNarrowed ? tableOfNames : (table: string) => table
  let from = `${quoted(shownOf(link.table))} as link`
  if (target.softDeletes && target.table !== link.table) {
    const { idField } = target.contract
    from += ` inner join ${quoted(shownOf(target.table))} as related on related.${quoted(idField)} = ${of(link.target)}`
    conditions.push('related.deleted_at is null')
  }
  // Targets restored from the trash may share a position with others.
  const order = link.sort ?? (link.order === undefined ? [link.target] : [link.order, link.target])
  return {
    text: `select ${of(link.own)} as owner, ${of(link.target)} as target from ${from} where ${conditions.join(' and ')} order by ${order.map(of).join(', ')}`,
    values: [owners, ...wanted.map(([, value]) => value)],
  }
}
