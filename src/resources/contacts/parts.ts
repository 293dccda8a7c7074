import { contactsApi } from '../../api/contactsApi'
import { defineParts } from '../kit/resourceView'
import { contactFieldMeta } from './fieldMeta'
import { useAppSelector } from '../../api/kit/hooks'
import type { Row } from '../../contract'

/** Contacts also match by their data at organizations. */
const useRelated = () => {
  const links = useAppSelector(({ entities }) => entities.organizationContacts)
  return {
    details: ({ personal_email, personal_mobile, organizations_contacts }: Row<'contacts'>) => [
      personal_email,
      personal_mobile,
      ...organizations_contacts.flatMap((id) => {
        const link = links?.[id] as Row<'organizationContacts'> | undefined
        return link ? [link.work_email, link.work_mobile, link.work_office_phone] : []
      }),
    ],
  }
}

/** Contacts in the palette and in the trash. */
export const parts = defineParts({
  fieldMeta: contactFieldMeta,
  search: { endpoint: contactsApi.endpoints.contactsList, useRelated },
  trash: { facts: ['created_at', 'merged_into'] },
})
