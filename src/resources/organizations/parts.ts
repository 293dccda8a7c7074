import { organizationsApi } from '../../api/organizationsApi'
import { defineParts } from '../kit/resourceView'
import { organizationFieldMeta } from './fieldMeta'
import { fieldMetaOf } from '../kit/fieldMeta'
import { organizationName } from './paths'
import type { Row } from '../../contract'

const numbers = ['tax_id', 'duns_number', 'bin_number', 'zoominfo_id'] as const

/** 'Tax ID 12-3456789' */
const numberIn = (row: Row<'organizations'>, name: (typeof numbers)[number]) =>
  row[name] && `${fieldMetaOf(organizationFieldMeta, name).label} ${row[name]}`

/** Organizations in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta: organizationFieldMeta,
  search: {
    endpoint: organizationsApi.endpoints.organizationsList,
    nameOf: organizationName,
    details: (row) => [row.dba, ...numbers.map((name) => numberIn(row, name))],
  },
  trash: { facts: ['created_at', 'merged_into'] },
})
