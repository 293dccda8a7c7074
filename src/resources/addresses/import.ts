import { defineRecordImport } from '../kit/recordImportView'
import { organizationAddressFieldMeta } from '../organizationAddresses/fieldMeta'
import { addressFieldMeta } from './fieldMeta'

/** The import of addresses (IMP-1). */
export const addressImport = defineRecordImport({
  of: addressFieldMeta,
  linkOf: organizationAddressFieldMeta,
})
