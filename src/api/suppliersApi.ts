import { crudApi } from './kit/crudApi'

/** Suppliers of gas (QUO-1). */
export const suppliersApi = crudApi('suppliers', { expand: ['organization'] })
