import { mixed, type ObjectSchema, type Schema } from 'yup'
import { contract, type Input, type Row } from '../../../contract'
import { schemaOf } from '../../../ui/form/schemaOf'
import { changedBody, newBody, valuesOf, type FormValues } from '../../../ui/form/values'

type Opportunity = Row<'opportunities'>

/** What people write of an opportunity. Its fee determinant stands in several fields of the contract at once. */
const names = [
  'opportunity_name',
  'tags',
  'sales_represented',
  'source_type',
  'source_name',
  'source_rfp',
  'source_fee',
  'expected_close_date',
  'estimated_annual_volume',
  'sales_annual_volume_manual',
  'pricing_due_date',
  'broker_name',
  'broker_fee',
  'credit_request',
  'notes',
] as const

/** What fees and volumes are counted by (OPN-4). */
export const feeDeterminants = ['Per_Therm', 'Per_Dekatherm'] as const
type FeeDeterminant = (typeof feeDeterminants)[number]

type Written = FormValues<typeof contract.opportunities.fields, (typeof names)[number]>

/** An opportunity as the form holds it. */
export type OpportunityValues = Written & { fee_determinant: FeeDeterminant | null }
export type OpportunityField = keyof OpportunityValues

/** Every field, from the top of the form to its end. */
export const labels: Readonly<Record<OpportunityField, string>> = {
  opportunity_name: 'Opportunity Name',
  tags: 'Tags',
  sales_represented: 'Sales Person Represented',
  source_type: 'Source Type',
  source_name: 'Source Name',
  source_rfp: 'Source RFP',
  source_fee: 'Source Fee',
  fee_determinant: 'Fee Determinant',
  expected_close_date: 'Expected Close Date',
  estimated_annual_volume: 'Estimated Annual Volume',
  sales_annual_volume_manual: 'Annual Volume',
  pricing_due_date: 'Pricing Due Date',
  broker_name: 'Broker Name',
  broker_fee: 'Broker Fee',
  credit_request: 'Credit Request',
  notes: 'Notes',
}
export const fieldsInOrder = Object.keys(labels) as OpportunityField[]

/** Asked of an indirect deal only. */
const indirectOnly = ['source_name', 'source_rfp', 'source_fee'] as const satisfies OpportunityField[]

export const isAsked = (name: OpportunityField, { source_type }: Pick<Written, 'source_type'>) =>
  source_type !== 'DIRECT' || !indirectOnly.some((other) => other === name)

const rules = schemaOf(contract.opportunities, names)

/** What an opportunity can do without as a rule. */
export const extraFields = [
  'sales_annual_volume_manual',
  'pricing_due_date',
  'broker_name',
  'broker_fee',
  'credit_request',
  'notes',
] as const satisfies OpportunityField[]

/** OPE-3. What is not asked cannot be wrong, whatever has been typed before. */
export const schema = rules.shape({
  fee_determinant: mixed<FeeDeterminant>().nullable(),
  ...Object.fromEntries(
    indirectOnly.map((name) => [
      name,
      (rules.fields[name] as Schema).when('source_type', { is: 'DIRECT', then: () => mixed().nullable() }),
    ]),
  ),
}) as unknown as ObjectSchema<OpportunityValues>

const determinantOf = ({ dekatherms }: Pick<Opportunity, 'dekatherms'>): FeeDeterminant | null => {
  if (dekatherms === null) return null
  return dekatherms ? 'Per_Dekatherm' : 'Per_Therm'
}

/** A new opportunity, before anything has been typed. */
export const newValues: OpportunityValues = {
  ...valuesOf(contract.opportunities, names, { source_type: 'INDIRECT' }),
  fee_determinant: 'Per_Dekatherm',
}

export const valuesFrom = (row: Opportunity): OpportunityValues => ({
  ...valuesOf(contract.opportunities, names, row),
  fee_determinant: determinantOf(row),
})

/** A direct deal has no source that is named, asks or is paid. */
const withoutOtherSource = <V extends Written>(values: V): V =>
  values.source_type === 'DIRECT'
    ? { ...values, source_name: '', source_rfp: null, source_fee: null }
    : values

/** The fee determinant as the contract has it; the source that a deal has not carries none (OPN-4). */
const determinantFields = ({ fee_determinant, source_type }: OpportunityValues) => ({
  dekatherms: fee_determinant && fee_determinant === 'Per_Dekatherm',
  fee_determinant_indirect: fee_determinant !== null && source_type === 'INDIRECT' ? true : null,
  fee_determinant_direct: fee_determinant !== null && source_type === 'DIRECT' ? true : null,
})

const writtenIn = (values: OpportunityValues) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Written

/** What the wizard sends: text trimmed, nothing of what was left empty, nothing of the other source (OPN-8). */
export const creationBody = (values: OpportunityValues): Input<'opportunities'> => {
  const written = withoutOtherSource(writtenIn(values))
  return {
    ...newBody({ ...written, ...determinantFields(values) }),
    opportunity_name: written.opportunity_name.trim(),
  }
}

/** What the edit form sends: the fields that have been changed, null for what has been emptied. */
export const changeBody = (values: OpportunityValues, row: Opportunity): Partial<Input<'opportunities'>> => {
  const before = valuesFrom(row)
  const isOtherSource = values.source_type !== before.source_type
  const written = isOtherSource ? withoutOtherSource(writtenIn(values)) : writtenIn(values)
  const hasOtherFees = isOtherSource || values.fee_determinant !== before.fee_determinant
  return {
    ...changedBody(written, writtenIn(before)),
    ...(hasOtherFees && changedBody(determinantFields(values), determinantFields(before))),
  } as Partial<Input<'opportunities'>>
}

/** The fields in which two states of a form differ, from the top to the end. */
export const differing = (one: OpportunityValues, other: OpportunityValues): OpportunityField[] =>
  fieldsInOrder.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
