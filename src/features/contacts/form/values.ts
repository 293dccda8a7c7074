import { mixed, type ObjectSchema } from 'yup'
import type { Input, Row } from '../../../contract'
import { defineLayout, layoutSchema, layoutValues, type ValuesOf } from '../../../resources/kit/layout'
import { linkLayout } from '../../../resources/organizationContacts/layout'
import { newBody } from '../../../ui/form/values'

/** The writable fields of a contact. Salutation and work are stored for each organization. */
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
        'team_id',
      ],
    },
  },
  ['salutation', 'department'],
)

export type ContactValues = ValuesOf<typeof contactLayout>
export type LinkValues = ValuesOf<typeof linkLayout>
/** The fields of a contact and of its link: their names are distinct. */
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

/** Fields of a link that are meaningless alone. */
const ends: readonly string[] = ['organization', 'employment_status']
const isFilled = (values: PersonValues) =>
  linkLayout.names.some((name) => !ends.includes(name) && String(values[name] ?? '').trim() !== '')

/** A new contact needs no organization, unless fields of the link are filled. */
export const newSchema = personSchema.shape({
  organization: mixed()
    .nullable()
    .test(
      'kept',
      'Choose the organization for which this is kept.',
      (value, { parent }) => typeof value === 'number' || !isFilled(parent as PersonValues),
    ),
}) as unknown as ObjectSchema<PersonValues>

/** Body of a new contact: text trimmed, empty values omitted (CON-4). */
export const contactBody = (values: PersonValues): Input<'contacts'> =>
  // The form's schema has checked the required fields.
  newBody(contactIn(values)) as Input<'contacts'>

/** The body of its link. */
export const linkBody = (
  values: PersonValues,
  contact: number,
  organization: number,
): Input<'organizationContacts'> => ({ ...newBody(linkIn(values)), contact, organization })
