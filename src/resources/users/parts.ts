import { accountsApi } from '../../api/usersApi'
import { defineParts } from '../kit/resourceView'
import { userFieldMeta } from './fieldMeta'

/** Users in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta: userFieldMeta,
  search: {
    endpoint: accountsApi.list,
    details: ({ first_name, last_name, email }) => [[first_name, last_name].filter(Boolean).join(' '), email],
  },
})
