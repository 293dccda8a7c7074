import { useState } from 'react'
import { contactsApi, useFetchProfileMutation } from '../../api/contactsApi'
import { contract, type Row } from '../../contract'
import { noProfileSlug } from '../../contract/contacts'
import { useFreshLinks } from '../../resources/files/useFreshLinks'
import { contactFieldMeta } from '../../resources/contacts/fieldMeta'
import { FieldInput } from '../../resources/kit/FieldInput'
import { IfAllowed } from '../../resources/kit/IfAllowed'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { FormBody, FormState } from '../../ui/form/EditForm'
import { schemaOf } from '../../ui/form/schemaOf'
import { useSubmission } from '../../ui/form/useSubmission'
import { ProfileLink } from './ProfileLink'
import { hostIn, slugIn } from './slug'

const schema = schemaOf(
  { fields: { linkedin_url: { ...contract.contacts.fields.linkedin_url, required: true } } },
  ['linkedin_url'],
)

const FetchButton = () => {
  const { isBusy } = useSubmission()
  return (
    <BusyButton htmlType="submit" busy={isBusy}>
      Fetch Profile
    </BusyButton>
  )
}

interface FetchProfileProps {
  contact: Row<'contacts'>
  done: (file: string) => void
}

/** The form with the LinkedIn address for a profile. */
const FetchProfile = ({ contact: { contact_id, linkedin_url }, done }: FetchProfileProps) => {
  const [fetchProfile, { isLoading, isError }] = useFetchProfileMutation()
  const [initialValues] = useState({ linkedin_url: linkedin_url ?? '' })
  return (
    <FormState
      initialValues={initialValues}
      schema={schema}
      submit={async ({ linkedin_url: address }) => {
        const slug = slugIn(address)
        if (slug === null) {
          const detail = noProfileSlug(hostIn(address))
          throw Object.assign(new Error(detail), {
            status: 0,
            code: 'invalid',
            detail,
            fields: { linkedin_url: detail },
          })
        }
        const { file } = await fetchProfile({ contact: contact_id, slug }).unwrap()
        done(file)
      }}
    >
      <FormBody
        label="Crystal Profile"
        draft={{ name: `crystalProfile:${contact_id}` }}
        explain={({ code }) => (code === 'invalid' ? undefined : null)}
      >
        <FieldInput of={contactFieldMeta} name="linkedin_url" required />
        <p role="status" className={isError ? 'profile-state problem' : 'profile-state quiet'}>
          {isLoading && 'Fetching Profile...'}
          {isError && 'The profile is not ready. Try again later, or with another address.'}
        </p>
        <div>
          <FetchButton />
        </div>
      </FormBody>
    </FormState>
  )
}

/** The Crystal profile: a link to its file, or the form that creates one from a LinkedIn address (CON-11). */
export const CrystalProfile = ({ contact }: { contact: Row<'contacts'> }) => {
  const { fulfilledTimeStamp, refetch } = contactsApi.endpoints.contact.useQuery(contact.contact_id)
  useFreshLinks(fulfilledTimeStamp, refetch)
  const [made, setMade] = useState<string | null>(null)
  const file = contact.crystal_profile ?? made
  if (file === null)
    return (
      <IfAllowed to="change" of="contacts">
        <FetchProfile contact={contact} done={setMade} />
      </IfAllowed>
    )
  return (
    <>
      {made !== null && (
        <p role="status" className="profile-state">
          The profile is ready.
        </p>
      )}
      <ProfileLink file={file} />
    </>
  )
}
