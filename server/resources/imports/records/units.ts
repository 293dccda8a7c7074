/** The units that headers of a file of records name, and its quantities in those of their records (IMP-9). */
import type { Field } from '../../../../src/contract/fields'
import type { GasUnit } from '../../../../src/contract/gas/choices'
import { importedFieldsOf, type RecordImport } from '../../../../src/contract/recordImports'
import { convertRate, convertVolume, type VolumeUnit } from '../../../../src/contract/units'
import type { ApiRecord } from '../../../kit/read/records'
import { assertHeaded, RefusedCell, unitOfHeader, type HeaderUnit } from '../cells'
import type { Mapping } from '../way'

type Body = Readonly<Record<string, unknown>>

/** A quantity whose header says something of its unit. */
interface Headed extends HeaderUnit {
  /** The field of the record that says the unit of what is stored. */
  readonly unitField: string
  readonly isRate: boolean
}

/** The quantities of a file whose headers name units, by column. */
export type HeaderUnits = ReadonlyMap<string, Headed>

const unitFieldOf = (field: Field) =>
  field.kind === 'number' && field.quantity && 'unitField' in field.quantity ? field.quantity : null

/** What the headers of a file say of the units of its quantities. */
export function headerUnitsOf(name: RecordImport, headers: readonly string[], mapping: Mapping): HeaderUnits {
  return new Map(
    importedFieldsOf(name).flatMap(({ name: column, field }): [string, Headed][] => {
      const quantity = unitFieldOf(field)
      if (!quantity) return []
      const isRate = quantity.isRate === true
      const headed = unitOfHeader(headers[mapping[column] ?? -1] ?? '', isRate ? 'price' : 'year')
      return [[column, { ...headed, unitField: quantity.unitField, isRate }]]
    }),
  )
}

const isStored = (unit: GasUnit | null): unit is VolumeUnit => unit === 'dth' || unit === 'th'

/** @throws RefusedCell for a column whose header names a unit in which it cannot be stored. */
export function assertStorable(units: HeaderUnits, column: string): void {
  const headed = units.get(column)
  if (!headed) return
  assertHeaded(headed)
  const { unit } = headed
  if (unit !== null && !isStored(unit))
    throw new RefusedCell(`The heading says ${unit}, but this is stored in dth or th.`)
}

/**
 * The values of a row with its quantities in the unit of their record. A new record whose unit the row does not say has that
 * of its volumes; dekatherms need not be said.
 */
export function inOwnUnits(body: Body, stored: ApiRecord | null, units: HeaderUnits): Body {
  const quantities = [...units].flatMap(([column, { unit, ...headed }]) => {
    const value = body[column]
    return typeof value === 'number' && isStored(unit) ? [{ column, value, unit, ...headed }] : []
  })
  const first = quantities.find(({ isRate }) => !isRate) ?? quantities[0]
  if (!first) return body
  const said = body[first.unitField] ?? stored?.[first.unitField] ?? null
  const isFromHeading = said === null && !stored && first.unit === 'th'
  const own = said === false || isFromHeading ? 'th' : 'dth'
  return {
    ...body,
    ...(isFromHeading && { [first.unitField]: false }),
    ...Object.fromEntries(
      quantities.map(({ column, value, unit, isRate }) => [
        column,
        (isRate ? convertRate : convertVolume)(value, unit, own),
      ]),
    ),
  }
}
