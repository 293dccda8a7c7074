import { useFormikContext } from 'formik'
import type { ReactNode } from 'react'
import { useContactDuplicatesQuery } from '../../api/contactsApi'
import type { Row } from '../../contract'
import { DuplicatesOf } from '../kit/Duplicates'
import { ContactLink } from './ContactLink'

/** The form's values of a contact and of its link to an organization. */
type Values = Partial<
  Pick<Row<'contacts'>, 'first_name' | 'last_name' | 'personal_email' | 'personal_mobile'> &
    Pick<Row<'organizationContacts'>, 'work_email'> & { organization: number | null }
>

interface ContactDuplicatesProps {
  /** Id of the edited contact. */
  own: number | undefined
  /** Its organizations, besides that of the form. */
  organizations?: readonly number[]
  children: ReactNode
}

const words = {
  name: 'the name',
  personal_email: 'an email',
  work_email: 'an email',
  personal_mobile: 'the mobile',
}

/**
 * Wraps a contact's fields: searches for contacts with the same email or mobile, or the same name at the same organization (K15).
 */
export const ContactDuplicates = ({ own, organizations = [], children }: ContactDuplicatesProps) => {
  const { values, isSubmitting } = useFormikContext<Values>()
  const { organization = null } = values
  return (
    <DuplicatesOf
      resource="contacts"
      useFound={useContactDuplicatesQuery}
      given={{
        first_name: values.first_name,
        last_name: values.last_name,
        personal_email: values.personal_email,
        work_email: values.work_email,
        personal_mobile: values.personal_mobile,
        organizations: organization === null ? organizations : [organization],
      }}
      isSubmitting={isSubmitting}
      own={own}
      Link={ContactLink}
      words={words}
    >
      {children}
    </DuplicatesOf>
  )
}
