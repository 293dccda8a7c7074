import { useChangeContactMutation, useCreateContactMutation } from '../../../api/contactsApi'
import { organizationContactsApi } from '../../../api/organizationContactsApi'
import type { Uploads } from '../../../resources/files/useUploads'
import { partlySaved } from '../../../resources/kit/partlySaved'
import { useCreated, useCreation } from '../../../resources/kit/useCreation'
import { saveFiles } from './saveFiles'
import { contactBody, linkBody, type PersonValues } from './values'

/**
 * Creates a contact, its link to an organization and its files, each once in spite of repeated attempts (CON-5).
 * Created records stay after a later failure; only the rest is retried.
 * @param draft name of the form's draft
 * @returns `save`, and the id of the contact once it is created
 */
export const useContactCreation = (uploads: Uploads, draft: string) => {
  const [create] = useCreateContactMutation()
  const [complete] = useChangeContactMutation()
  const [createLink] = organizationContactsApi.create.useMutation()
  const [completeLink] = organizationContactsApi.change.useMutation()
  const contactOnce = useCreation<'contacts'>({ resource: 'contacts', draft, complete })
  const linkOnce = useCreation<'organizationContacts'>({
    resource: 'organizationContacts',
    draft,
    complete: completeLink,
  })

  const made = useCreated('contacts', draft)

  const save = async (values: PersonValues): Promise<void> => {
    const contact = await contactOnce(create, contactBody(values))
    const { organization } = values
    if (organization !== null) {
      try {
        await linkOnce(createLink, linkBody(values, contact, organization))
      } catch (cause) {
        throw partlySaved('The contact is saved, its link to the organization is not', cause)
      }
    }
    await saveFiles(uploads, contact)
  }
  return { save, made }
}
