import { contract, type ResourceName } from '../contract'
import type { Field, Resource } from '../contract/fields'
import { columnsByHeaders, headerKey } from '../contract/importHeaders'
import { importKinds, importNames, type ImportKind } from '../contract/imports'
import { importedFieldsOf, recordImportNames, rulesOf } from '../contract/recordImports'
import { columnOf } from '../resources/kit/columnOf'
import type { FieldName } from '../resources/kit/fieldMeta'
import { columns as addressColumns } from '../features/addresses/columns'
import { columns as contactColumns } from '../features/contacts/columns'
import { columns as opportunityColumns } from '../features/opportunities/columns'
import { columns as organizationColumns } from '../features/organizations/columns'
import { columns as billPeriodColumns } from '../resources/billPeriods/columns'
import { columns as contractColumns } from '../resources/contracts/columns'
import { columns as heatContentColumns } from '../resources/heatContents/parts'
import { columns as marketHolidayColumns } from '../resources/marketHolidays/parts'
import { kinds } from '../features/imports/kinds'

/** What the server adds to the heading of a field, as server/kit/export/columns.ts does. */
const suffixesOf = (field: Field | undefined): string[] => {
  if (field?.kind === 'timestamp' || field?.kind === 'dayOrMoment') return [' (UTC)']
  if (field?.kind !== 'number' || !field.quantity) return ['']
  const isRate = 'pricePer' in field.quantity || field.quantity.isRate === true
  return ['dth', 'th'].map((unit) => (isRate ? ` ($/${unit})` : ` (${unit})`))
}

/** The headings of a file, by the names of the fields that stand below. */
const headings = (fields: readonly { name: string; title: string }[], of: ResourceName) => {
  const known: Readonly<Record<string, Field>> = (contract[of] as Resource).fields
  return ['dth', 'th'].map((_, at) =>
    fields.map(({ name, title }) => {
      const suffixes = suffixesOf(known[name])
      return { name, heading: title + (suffixes[at] ?? suffixes[0] ?? '') }
    }),
  )
}

/** Columns of imports that stand under the name of another field in exports. */
const exportedAs: Readonly<Record<string, string>> = {
  'contracts.customer': 'organization',
  'contracts.supplier_name': 'supplier',
  'contacts.organization': 'current_organizations',
  'addresses.organization': 'current_organizations',
  'usage.meter_number': 'meter',
}

const lists = {
  organizations: organizationColumns,
  contacts: contactColumns,
  addresses: addressColumns,
  opportunities: opportunityColumns,
  contracts: contractColumns,
  usage: billPeriodColumns,
  heatContents: heatContentColumns,
  marketHolidays: marketHolidayColumns,
  // Its prices stand on a page of their own, which is not exported.
  curves: [],
} as const

test.each(importNames)('[IMP-9] the headings of exported %s are known again', (name) => {
  const { view } = kinds[name]
  const { columns, resource }: ImportKind = importKinds[name]
  const fields = Object.keys(columns).map((column) => ({
    column,
    field: exportedAs[`${name}.${column}`] ?? column,
  }))
  const all = Object.keys(contract[resource].fields)
  const exported = fields
    .filter(({ field }) => all.includes(field))
    .flatMap(({ field }) => columnOf(view.of, field as FieldName<ResourceName>).exported?.() ?? [])
  const listed = (lists[name] as readonly { exported?: () => { name: string; title: string }[] }[]).flatMap(
    (column) => column.exported?.() ?? [],
  )
  for (const file of [exported, listed].flatMap((some) => headings(some, resource))) {
    if (file.length === 0) continue
    const mapping = columnsByHeaders(
      name,
      file.map(({ heading }) => heading),
    )
    const found = fields.flatMap(({ column, field }) => {
      const at = file.findIndex((one) => one.name === field)
      const others = columns[column]?.insteadOf ?? []
      // Files that have these do not need it.
      if (file.some((one) => others.includes(one.name))) return []
      return at < 0 ? [] : [[column, field, file[at]?.heading, file[mapping[column] ?? -1]?.name]]
    })
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(([, field, , mapped]) => mapped !== field)).toEqual([])
  }
})

test.each(recordImportNames)('[IMP-9] the words for options in exported %s are known again', (name) => {
  const { view } = kinds[name]
  const all = Object.keys(contract[name].fields)
  const unknown = importedFieldsOf(name).flatMap(({ name: column, isOfLink }) => {
    if (isOfLink || !all.includes(column)) return []
    const exported = columnOf(view.of, column as FieldName<ResourceName>).exported?.() ?? []
    const words = rulesOf(name).words[column] ?? {}
    return exported.flatMap(({ labels = {} }) =>
      Object.entries(labels).filter(
        ([option, word]) =>
          headerKey(word) !== headerKey(option) && !(words[option] ?? []).includes(headerKey(word)),
      ),
    )
  })
  expect(unknown).toEqual([])
})
