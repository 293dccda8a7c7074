import { contract } from '../contract'
import { profileFetchPath, type ProfileAnswer } from '../contract/contacts'
import { api } from './kit/api'
import type { NormalizedResult } from './kit/baseQuery'
import type { ExpandOf } from './kit/expands'
import { activeAddresses } from './kit/linkFilters'
import { changeMutation, createMutation, removeMutation, type Update, type Creation } from './kit/mutations'
import {
  duplicatesQuery,
  listQuery,
  rowQuery,
  type DuplicatesArgs,
  type DuplicatesFound,
  type ListArgs,
  type ListResult,
} from './kit/queries'
import { linkExpands } from './organizationContactsApi'

/** CON-1 */
const listExpand = [
  'organizations_contacts',
  'organizations_contacts.organization',
] as const satisfies readonly ExpandOf<'contacts'>[]

const expand = [
  'organizations_contacts',
  'organization',
  'organizations_contacts.modified_by',
  'created_by',
  'modified_by',
] as const satisfies readonly ExpandOf<'contacts'>[]

/** The contact of a profile, and the last part of a LinkedIn address. */
interface ProfileRequest {
  contact: number
  slug: string
}

const addedToast = { title: 'Update', text: 'Add successfully.' }
const updateFailedToast = {
  title: 'Error',
  text: 'Cannot update the contact.',
  exceptConflict: true,
} as const
const updatedToast = { title: 'Update', text: 'Update successfully.' }

export const contactsApi = api.injectEndpoints({
  endpoints: (build) => ({
    contactsList: build.query<ListResult, ListArgs<'contacts'>>(
      listQuery('contacts', listExpand, activeAddresses),
    ),
    /** K15 */
    contactDuplicates: build.query<DuplicatesFound<'contacts'>, DuplicatesArgs<'contacts'>>(
      duplicatesQuery('contacts', ['organizationContacts']),
    ),
    contact: build.query<NormalizedResult, number>(rowQuery('contacts', expand)),
    /** CON-5 */
    createContact: build.mutation<NormalizedResult, Creation<'contacts'>>(
      createMutation('contacts', {
        messages: { success: addedToast, failure: { title: 'Error', text: 'Error.' } },
        expand,
      }),
    ),
    /** CON-6 */
    changeContact: build.mutation<NormalizedResult, Update<'contacts'>>(
      changeMutation('contacts', {
        messages: { success: updatedToast, failure: updateFailedToast },
        expand,
      }),
    ),
    /** CON-6: the contact's role at an organization, saved together with the contact. */
    changeContactLink: build.mutation<NormalizedResult, Update<'organizationContacts'>>(
      changeMutation('organizationContacts', {
        messages: { success: updatedToast, failure: updateFailedToast },
        expand: linkExpands,
      }),
    ),
    /** Moves the record to the trash, with its links, notes and files. */
    removeContact: build.mutation<null, number>(removeMutation('contacts', { title: 'Error' })),
    /** CON-11: the caller shows the result. The contact has its profile afterwards. */
    fetchProfile: build.mutation<ProfileAnswer, ProfileRequest>({
      query: ({ contact, slug }) => ({ url: profileFetchPath(encodeURIComponent(slug), contact) }),
      invalidatesTags: (_answer, error, { contact }) =>
        error ? [] : [{ type: contract.contacts.name, id: contact }],
    }),
  }),
})

export const {
  useContactDuplicatesQuery,
  useCreateContactMutation,
  useChangeContactMutation,
  useChangeContactLinkMutation,
  useRemoveContactMutation,
  useFetchProfileMutation,
} = contactsApi
