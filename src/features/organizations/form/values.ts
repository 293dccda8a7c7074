import { array, string, type ObjectSchema } from 'yup'
import type { Input, Row } from '../../../contract'
import { naicsCodes } from '../../../contract/organizations'
import { problems } from '../../../contract/problems'
import { defineLayout, layoutSchema, layoutValues, type ValuesOf } from '../../../resources/kit/layout'
import { changedBody, newBody } from '../../../ui/form/values'

const addressFields = ['address_street', 'city', 'state', 'zip_code'] as const

/** The writable fields of an organization (ORG-3). Its logo is a separate file. */
export const layout = defineLayout(
  'organizations',
  {
    general: {
      title: 'Organization',
      fields: [
        'name',
        'dba',
        'type',
        'structure',
        'founding_year',
        'state_of_incorporation',
        'contact_source',
        'mpg_internal_id',
        'team_id',
      ],
    },
    address: {
      title: 'First address',
      help: 'Where the organization sits; further addresses are added on its page.',
      fields: addressFields,
    },
    numbers: {
      title: 'Identifiers',
      help: 'The numbers by which tax offices, bureaus and directories know the organization.',
      fields: ['tax_id', 'fein_number', 'duns_number', 'bin_number', 'zoominfo_id', 'last_verification_date'],
    },
    reach: {
      title: 'Contact and web',
      fields: ['phone', 'email', 'web_page', 'linkedin', 'facebook', 'twitter', 'glassdoor'],
    },
    business: {
      title: 'Business',
      fields: [
        'primary_industry',
        'number_of_locations',
        'estimated_emplpoyee_count',
        'estimated_revenue',
        'naics',
      ],
    },
  },
  ['first_address', 'shared_address'],
)

/** The form's values of an organization; the verification date is a day. */
export type OrganizationValues = ValuesOf<typeof layout>

/** The form's values of the first address (ORG-4). */
export type FirstAddressValues = Pick<OrganizationValues, (typeof addressFields)[number]>

/** ORG-3 */
export const schema: ObjectSchema<OrganizationValues> = layoutSchema(layout).shape({
  state: string().trim().required(problems.required),
  naics: array()
    .of(string().ensure())
    .test('codes', naicsCodes.text, (codes) => withoutBlanks(codes ?? []).every(naicsCodes.fits))
    .defined(),
})

/** Formik passes undefined for an empty input. */
const withoutBlanks = (codes: readonly (string | undefined)[]) => codes.flatMap((code) => code?.trim() || [])

/** Initial values: of an organization with its first address, or empty. */
export const valuesFrom = (
  organization: Row<'organizations'> | undefined,
  address?: Partial<FirstAddressValues>,
): OrganizationValues => {
  const values = layoutValues(layout, organization)
  return {
    ...values,
    ...address,
    last_verification_date: values.last_verification_date?.slice(0, 10) ?? null,
  }
}

/** The values in the server's format: a day as the moment of its start (ORG-3). */
const asSent = (values: OrganizationValues) => ({
  ...values,
  naics: withoutBlanks(values.naics),
  last_verification_date: values.last_verification_date && `${values.last_verification_date}T00:00:00.000Z`,
})

/** The body of a new organization. */
export const creationBody = (values: OrganizationValues) =>
  // The form's schema has checked required fields and numbers.
  newBody(asSent(values)) as Input<'organizations'>

/** The changed fields. */
export const changeBody = (values: OrganizationValues, initial: OrganizationValues) =>
  changedBody(asSent(values), asSent(initial)) as Partial<Input<'organizations'>>

/** Whether a change affects the first address, which other organizations may share. */
export const movesAddress = (body: Partial<Input<'organizations'>>) =>
  addressFields.some((name) => name in body)
