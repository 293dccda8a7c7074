import { defineResource } from '../kit/resource'

export const organizations = defineResource('organizations', {
  table: 'organizations',
  search: ['name', 'dba', 'tax_id', 'duns_number', 'bin_number', 'zoominfo_id'],
  keys: { name: 'name' },
})
