import { mixed, type ObjectSchema } from 'yup'
import type { Input, Row } from '../../../contract'
import { defineLayout, layoutSchema, layoutValues, type ValuesOf } from '../../../records/kit/layout'
import { linkLayout } from '../../../records/organizationContacts/layout'
import { newBody } from '../../../ui/form/values'

/** What people write of a contact. How one is greeted, and where one works, is kept for each organization. */
export const contactLayout = defineLayout(
  'contacts',
  {
    general: {
      title: 'GENERAL',
      fields: [
        'title',
        'gender',
        'first_name',
        'middle_name',
        'last_name',
        'date_of_birth',
        'personal_email',
        'personal_mobile',
        'personal_address',
        'linkedin_url',
      ],
    },
  },
  ['salutation', 'department'],
)

export type ContactValues = ValuesOf<typeof contactLayout>
export type LinkValues = ValuesOf<typeof linkLayout>
/** A contact, and what it is at an organization: their fields have different names. */
export type PersonValues = ContactValues & LinkValues

export const contactSchema = layoutSchema(contactLayout)
export const linkSchema = layoutSchema(linkLayout)
export const personSchema = contactSchema.concat(linkSchema) as unknown as ObjectSchema<PersonValues>

export const contactValues = (row: Row<'contacts'> | undefined): ContactValues =>
  layoutValues(contactLayout, row)
export const linkValues = (row: Partial<Row<'organizationContacts'>> | undefined): LinkValues =>
  layoutValues(linkLayout, row)

const picked = <V extends object>(values: PersonValues, names: readonly (keyof V & keyof PersonValues)[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as V

export const contactIn = (values: PersonValues) => picked<ContactValues>(values, contactLayout.names)
export const linkIn = (values: PersonValues) => picked<LinkValues>(values, linkLayout.names)

/** What of a link says nothing by itself. */
const ends: readonly string[] = ['organization', 'employment_status']
const isFilled = (values: PersonValues) =>
  linkLayout.names.some((name) => !ends.includes(name) && String(values[name] ?? '').trim() !== '')

/** A new contact needs no organization, unless something is said that only an organization can keep. */
export const newSchema = personSchema.shape({
  organization: mixed()
    .nullable()
    .test(
      'kept',
      'Choose the organization for which this is kept.',
      (value, { parent }) => typeof value === 'number' || !isFilled(parent as PersonValues),
    ),
}) as unknown as ObjectSchema<PersonValues>

/** What a new contact is made of: text trimmed, and nothing of what was left empty (CON-4). */
export const contactBody = (values: PersonValues): Input<'contacts'> =>
  // The rules of the form have seen to what must be given.
  newBody(contactIn(values)) as Input<'contacts'>

/** What links it to where it works. */
export const linkBody = (
  values: PersonValues,
  contact: number,
  organization: number,
): Input<'organizationContacts'> => ({ ...newBody(linkIn(values)), contact, organization })
