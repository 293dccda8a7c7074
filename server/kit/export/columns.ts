/** The columns of an export: fields of the records, relations as the names of what they lead to. */
import type { Kysely } from 'kysely'
import type { Field, Person } from '../../../src/contract/fields'
import { maxColumnTitle, maxExportColumns, type ExportLabels } from '../../../src/contract/exports'
import { personName } from '../../../src/contract/personName'
import { convertRate, convertVolume, type VolumeUnit } from '../../../src/contract/units'
import type { Tables } from '../../db/tables'
import { invalidParameter } from '../errors'
import { namingRelations, recordName } from '../read/names'
import { single, type ExpandTree, type Parameters } from '../read/query'
import type { ApiRecord } from '../read/records'
import { resourceOf } from '../registry'
import { relationsOf, targetNameOf, type ServerResource } from '../resource'
import { textLines } from '../richText'
import { columnWidths, type Cell } from './cells'

export interface ExportColumn {
  name: string
  title: string
  /** In a workbook. */
  width: number
  cellOf: (record: ApiRecord) => Cell
}

/** What a file has of a list. */
export interface ExportTable {
  columns: readonly ExportColumn[]
  /** The relations whose names it has. */
  expand: ExpandTree
}

/** Secrets, addresses that expire, and hours have no cell. */
const hasCell = (field: Field): boolean => !field.secret && !field.writeOnly && field.kind !== 'weekHours'

const fieldsOf = ({ contract: { fields }, computed }: ServerResource): Record<string, Field> =>
  Object.fromEntries(Object.entries({ ...fields, ...computed?.fields }).filter(([, field]) => hasCell(field)))

/** The columns that a resource's list can be exported with. */
export const exportableNames = (resource: ServerResource): string[] => Object.keys(fieldsOf(resource))

/**
 * Reads `columns`, `titles`, `labels` and `unit`.
 * @throws ApiError 400 naming the parameter that cannot be used.
 */
export function parseExportTable(resource: ServerResource, parameters: Parameters): ExportTable {
  const fields = fieldsOf(resource)
  const names = parseNames(resource, single(parameters, 'columns'))
  const titles = parseTitles(single(parameters, 'titles'), names)
  const labels = parseLabels(single(parameters, 'labels'))
  const unit = parseUnit(single(parameters, 'unit'))
  const columns = names.map((name, index): ExportColumn => {
    const field = fields[name] as Field
    const { suffix, cellOf } = readerOf(resource, name, field, { labels: labels[name] ?? {}, unit })
    return { name, title: (titles[index] ?? titleOf(name)) + suffix, width: widthOf(field), cellOf }
  })
  const relations = relationsOf(resource.contract).filter(([name]) => names.includes(name))
  const expand = Object.fromEntries(
    relations.map(([name]) => [name, namingRelations(resourceOf(targetNameOf(resource, name)))]),
  )
  const ofItself = names.includes(resource.contract.idField) ? namingRelations(resource) : {}
  return { columns, expand: { ...ofItself, ...expand } }
}

function parseNames(resource: ServerResource, value = ''): string[] {
  const known = exportableNames(resource)
  const names = value === '' ? known : value.split(',')
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw invalidParameter('columns', `"${unknown}" is not one of ${known.join(', ')}.`)
  if (names.length > maxExportColumns) throw invalidParameter('columns', `At most ${maxExportColumns}.`)
  return names
}

const parseJson = (name: string, value: string): unknown => {
  try {
    return JSON.parse(value)
  } catch {
    throw invalidParameter(name, 'Send JSON.')
  }
}

function parseTitles(value: string | undefined, names: readonly string[]): readonly string[] {
  if (value === undefined || value === '') return []
  const titles = parseJson('titles', value)
  const isTitle = (title: unknown): title is string =>
    typeof title === 'string' && title.length <= maxColumnTitle
  if (!Array.isArray(titles) || titles.length !== names.length || !titles.every(isTitle))
    throw invalidParameter('titles', 'Send a JSON list with a text for each column.')
  return titles
}

function parseLabels(value: string | undefined): ExportLabels {
  if (value === undefined || value === '') return {}
  const labels = parseJson('labels', value)
  const isObject = (each: unknown): each is object =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
  const isValid =
    isObject(labels) &&
    Object.values(labels).every(
      (words: unknown) => isObject(words) && Object.values(words).every((word) => typeof word === 'string'),
    )
  if (!isValid) throw invalidParameter('labels', 'Send a JSON object of texts by columns and options.')
  return labels as ExportLabels
}

function parseUnit(value: string | undefined): VolumeUnit {
  if (value === undefined || value === '') return 'dth'
  if (value !== 'dth' && value !== 'th') throw invalidParameter('unit', 'Choose one of: dth, th.')
  return value
}

/** 'Pricing due date' */
const titleOf = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function widthOf({ kind }: Field): number {
  switch (kind) {
    case 'number':
    case 'integer':
    case 'boolean':
      return columnWidths.number
    case 'date':
      return columnWidths.day
    case 'dayOrMoment':
    case 'timestamp':
    case 'epoch':
      return columnWidths.moment
    default:
      return columnWidths.text
  }
}

interface Reader {
  /** What the title says beside its words: unit, time zone. */
  suffix: string
  cellOf: ExportColumn['cellOf']
}

interface Words {
  labels: ExportLabels[string]
  /** That of volumes and of prices per volume. */
  unit: VolumeUnit
}

const plain = (cellOf: (value: unknown) => Cell, name: string, suffix = ''): Reader => ({
  suffix,
  cellOf: (record) => {
    const value = record[name]
    return value === null || value === undefined ? null : cellOf(value)
  },
})

function readerOf(resource: ServerResource, name: string, field: Field, { labels, unit }: Words): Reader {
  const has = (option: unknown): boolean => Object.hasOwn(labels, String(option))
  const wordOf = (option: unknown): string => String(has(option) ? labels[String(option)] : option)
  if (name === resource.contract.idField) {
    const isNamed = resource.fullName !== null
    return {
      suffix: '',
      cellOf: (record) => (isNamed ? recordName(resource, record) : (record[name] as Cell)),
    }
  }
  switch (field.kind) {
    case 'number':
      return field.quantity
        ? quantityReader(name, field.quantity, unit)
        : plain((value) => value as number, name)
    case 'integer':
      return plain((value) => (has(value) ? wordOf(value) : (value as number)), name)
    case 'date':
      return plain((day) => ({ day: day as string }), name)
    case 'dayOrMoment':
      return plain(
        (value) => ((value as string).length > 10 ? { moment: value as string } : { day: value as string }),
        name,
        ' (UTC)',
      )
    case 'timestamp':
      return plain((moment) => ({ moment: moment as string }), name, ' (UTC)')
    case 'epoch':
      return plain(
        (seconds) => ({ moment: new Date(1_000 * (seconds as number)).toISOString() }),
        name,
        ' (UTC)',
      )
    case 'boolean':
      return plain((value) => (has(value) ? wordOf(value) : value ? 'Yes' : 'No'), name)
    case 'html':
      return plain((value) => textLines(value as string), name)
    case 'list':
      return plain((values) => (values as unknown[]).map(wordOf).join(', '), name)
    case 'people':
      return plain((people) => (people as Person[]).map(personName).join(', '), name)
    case 'one':
    case 'many': {
      const target = resourceOf(targetNameOf(resource, name))
      return plain(
        (value) =>
          [value]
            .flat()
            .map((one) => recordName(target, one))
            .join(', '),
        name,
      )
    }
    default:
      return plain(wordOf, name)
  }
}

/** A quantity in one unit for all rows, and that unit in the title. */
function quantityReader(
  name: string,
  quantity: NonNullable<Extract<Field, { kind: 'number' }>['quantity']>,
  unit: VolumeUnit,
): Reader {
  if ('pricePer' in quantity)
    return plain((price) => convertRate(price as number, quantity.pricePer, unit), name, ` ($/${unit})`)
  const { unitField, isRate } = quantity
  const convert = isRate === true ? convertRate : convertVolume
  return {
    suffix: isRate === true ? ` ($/${unit})` : ` (${unit})`,
    cellOf: (record) => {
      const of = record[unitField]
      const kept = of === 'th' || of === false ? 'th' : 'dth'
      return record[name] === null ? null : convert(record[name] as number, kept, unit)
    },
  }
}

/** Adds what the columns of some records have beside their fields. */
export async function addComputed(
  db: Kysely<Tables>,
  { contract: { idField }, computed }: ServerResource,
  names: readonly string[],
  records: readonly ApiRecord[],
): Promise<void> {
  if (!computed || !names.some((name) => Object.hasOwn(computed.fields, name))) return
  const found = await computed.read(
    db,
    records.map((record) => record[idField] as number),
  )
  for (const record of records) Object.assign(record, found.get(record[idField] as number))
}
