import { curvesApi } from '../../api/curvesApi'
import { columnOf } from '../kit/columnOf'
import { defineFieldMeta, excludedFields, stampFieldMeta } from '../kit/fieldMeta'
import { nameColumn } from '../kit/nameColumn'
import { defineParts } from '../kit/resourceView'

const kindNames = { nymex: 'NYMEX', index: 'Index', basis: 'Basis' } as const

export const fieldMeta = defineFieldMeta('curves', {
  curve_id: excludedFields,
  name: { label: 'Name' },
  kind: { label: 'Kind', nameOf: (kind: keyof typeof kindNames) => kindNames[kind] },
  status: {
    label: 'Status',
    nameOf: (status: 'active' | 'inactive') => (status === 'active' ? 'Active' : 'Inactive'),
  },
  ...stampFieldMeta,
})

/** The fields of the form and of a record's page, in order. */
export const fields = ['name', 'kind', 'status'] as const

/** The columns of the list, left to right. */
export const columns = [
  nameColumn(fieldMeta, 'name', { width: '45%' }),
  columnOf(fieldMeta, 'kind', { width: '15%' }),
  columnOf(fieldMeta, 'status', { width: '15%' }),
  columnOf(fieldMeta, 'modified_at', { matters: 'wide' }),
]

/** Curves in the palette. */
export const parts = defineParts({
  fieldMeta,
  search: { endpoint: curvesApi.list, details: ({ kind }) => [kindNames[kind]] },
})
