import { mixed, type ObjectSchema, type Schema } from 'yup'
import type { Input, Row } from '../../../contract'
import { problems } from '../../../contract/problems'
import { inUnitsOf } from '../../../contract/quantities'
import { changedBody, newBody } from '../../../ui/form/values'
import { defineLayout, layoutSchema, layoutValues, type ValuesOf } from '../../../resources/kit/layout'

/** The writable fields of an opportunity. The fee determinant is derived from the source and the unit. */
export const layout = defineLayout(
  'opportunities',
  {
    deal: { title: 'Opportunity', fields: ['opportunity_name', 'tags', 'sales_represented', 'team_id'] },
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
    progress: {
      title: 'Progress',
      help: 'How far the deal has come; the board of the list has a column for each stage.',
      fields: ['stage', 'lost_reason', 'lost_note'],
    },
  },
  ['organizations', 'fee_determinant_indirect', 'fee_determinant_direct'],
)
/** The form's values of an opportunity. */
export type OpportunityValues = ValuesOf<typeof layout>
export type OpportunityField = keyof OpportunityValues

/** Only for indirect deals. */
const indirectOnly = ['source_name', 'source_rfp', 'source_fee'] as const satisfies OpportunityField[]

/** Only for lost deals (BOARD-2). */
const lostOnly = ['lost_reason', 'lost_note'] as const satisfies OpportunityField[]

const isIn = (names: readonly OpportunityField[], name: OpportunityField) => names.includes(name)

export const isAsked = (
  name: OpportunityField,
  { source_type, stage }: Pick<OpportunityValues, 'source_type' | 'stage'>,
) => !(source_type === 'DIRECT' && isIn(indirectOnly, name)) && !(stage !== 'lost' && isIn(lostOnly, name))

const rules = layoutSchema(layout)

/** OPE-3. Hidden fields are not validated. */
export const schema = rules.shape({
  ...Object.fromEntries(
    indirectOnly.map((name) => [
      name,
      (rules.fields[name] as Schema).when('source_type', { is: 'DIRECT', then: () => mixed().nullable() }),
    ]),
  ),
  lost_reason: (rules.fields.lost_reason as Schema).when('stage', {
    is: 'lost',
    then: () => mixed().required(problems.required),
  }),
}) as unknown as ObjectSchema<OpportunityValues>

/** Initial values; a new opportunity is indirect and in dekatherms by default. */
export const valuesFrom = (row: Row<'opportunities'> | undefined): OpportunityValues =>
  layoutValues(layout, row ?? { source_type: 'INDIRECT', dekatherms: true })

/** Converts a deal to a unit. Invalid input stays. */
export const inDekatherms = (values: OpportunityValues, dekatherms: boolean): OpportunityValues => ({
  ...inUnitsOf('opportunities', values, { dekatherms }),
  dekatherms,
})

/** A direct deal has no source name, RFP or fee. */
const withoutOtherSource = (values: OpportunityValues): OpportunityValues =>
  values.source_type === 'DIRECT'
    ? { ...values, source_name: '', source_rfp: null, source_fee: null }
    : values

/** The fee determinant of the contract; the field of the other source is empty (OPN-4). */
const determinantFields = ({ dekatherms, source_type }: OpportunityValues) => ({
  fee_determinant_indirect: dekatherms !== null && source_type === 'INDIRECT' ? true : null,
  fee_determinant_direct: dekatherms !== null && source_type === 'DIRECT' ? true : null,
})

/** The wizard's request body: text trimmed, without empty values and those of the other source (OPN-8). */
export const creationBody = (values: OpportunityValues): Input<'opportunities'> => {
  const written = withoutOtherSource(values)
  // The form's schema has checked that numbers are valid.
  return {
    ...newBody({ ...written, ...determinantFields(values) }),
    opportunity_name: written.opportunity_name.trim(),
  } as Input<'opportunities'>
}

/** The edit form's request body: the changed fields, null for emptied ones. */
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
