import { mixed, type ObjectSchema, type Schema } from 'yup'
import type { Input, Row } from '../../../contract'
import { changedBody, newBody } from '../../../ui/form/values'
import { defineLayout, layoutSchema, layoutValues, type ValuesOf } from '../../../records/kit/layout'

/** What people write of an opportunity. Which determinant its fee follows is told by the source and the unit. */
export const layout = defineLayout(
  'opportunities',
  {
    deal: { title: 'Opportunity', fields: ['opportunity_name', 'tags', 'sales_represented'] },
    source: {
      title: 'Source',
      help: 'Indirect deals come through a broker or a consultant, who earns the source fee.',
      fields: [
        'source_type',
        'source_name',
        'source_rfp',
        'source_fee',
        'dekatherms',
        'expected_close_date',
        'estimated_annual_volume',
      ],
    },
    extra: {
      title: 'Pricing and notes',
      help: 'Suppliers price the annual volume by the due date; the broker fee comes on top of their price.',
      fields: [
        'sales_annual_volume_manual',
        'pricing_due_date',
        'broker_name',
        'broker_fee',
        'credit_request',
        'notes',
      ],
    },
  },
  ['organizations', 'fee_determinant_indirect', 'fee_determinant_direct'],
)
/** An opportunity as the form holds it. */
export type OpportunityValues = ValuesOf<typeof layout>
export type OpportunityField = keyof OpportunityValues

/** Asked of an indirect deal only. */
const indirectOnly = ['source_name', 'source_rfp', 'source_fee'] as const satisfies OpportunityField[]

export const isAsked = (name: OpportunityField, { source_type }: Pick<OpportunityValues, 'source_type'>) =>
  source_type !== 'DIRECT' || !indirectOnly.some((other) => other === name)

const rules = layoutSchema(layout)

/** OPE-3. What is not asked cannot be wrong, whatever has been typed before. */
export const schema = rules.shape(
  Object.fromEntries(
    indirectOnly.map((name) => [
      name,
      (rules.fields[name] as Schema).when('source_type', { is: 'DIRECT', then: () => mixed().nullable() }),
    ]),
  ),
) as unknown as ObjectSchema<OpportunityValues>

/** What a form begins with; a new opportunity is indirect and counts in dekatherms, until something else is said. */
export const valuesFrom = (row: Row<'opportunities'> | undefined): OpportunityValues =>
  layoutValues(layout, row ?? { source_type: 'INDIRECT', dekatherms: true })

/** A direct deal has no source that is named, asks or is paid. */
const withoutOtherSource = (values: OpportunityValues): OpportunityValues =>
  values.source_type === 'DIRECT'
    ? { ...values, source_name: '', source_rfp: null, source_fee: null }
    : values

/** The fee determinant as the contract has it; the source that a deal has not carries none (OPN-4). */
const determinantFields = ({ dekatherms, source_type }: OpportunityValues) => ({
  fee_determinant_indirect: dekatherms !== null && source_type === 'INDIRECT' ? true : null,
  fee_determinant_direct: dekatherms !== null && source_type === 'DIRECT' ? true : null,
})

/** What the wizard sends: text trimmed, nothing of what was left empty, nothing of the other source (OPN-8). */
export const creationBody = (values: OpportunityValues): Input<'opportunities'> => {
  const written = withoutOtherSource(values)
  // The rules of the form have seen to it that numbers are numbers.
  return {
    ...newBody({ ...written, ...determinantFields(values) }),
    opportunity_name: written.opportunity_name.trim(),
  } as Input<'opportunities'>
}

/** What the edit form sends: the fields that have been changed, null for what has been emptied. */
export const changeBody = (
  values: OpportunityValues,
  before: OpportunityValues,
): Partial<Input<'opportunities'>> => {
  const isOtherSource = values.source_type !== before.source_type
  const hasOtherFees = isOtherSource || values.dekatherms !== before.dekatherms
  return {
    ...changedBody(isOtherSource ? withoutOtherSource(values) : values, before),
    ...(hasOtherFees && changedBody(determinantFields(values), determinantFields(before))),
  } as Partial<Input<'opportunities'>>
}
