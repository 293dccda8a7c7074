import type { Row } from '../../contract'
import { capitalized } from '../../contract/formats'
import { columnOf } from '../kit/columnOf'
import { defineFieldMeta, excludedFields, stampFieldMeta } from '../kit/fieldMeta'
import { defineParts } from '../kit/resourceView'

type UtilityState = Row<'utilityStates'>

const ruleNames = {
  days_before: 'Days before the start',
  prior_month_business_day: 'Business day of the month before',
} as const satisfies Record<NonNullable<UtilityState['enrollment_rule']>, string>

export const fieldMeta = defineFieldMeta('utilityStates', {
  utility_state_id: excludedFields,
  name: { label: 'Name' },
  status: { label: 'Status', nameOf: (status: UtilityState['status']) => capitalized(status) },
  utility: { label: 'Utility' },
  state: { label: 'State' },
  enrollment_rule: {
    label: 'Enrollment Rule',
    nameOf: (rule: NonNullable<UtilityState['enrollment_rule']>) => ruleNames[rule],
  },
  enrollment_days: {
    label: 'Enrollment Days',
    help: 'How many days before the start, or which business day of the month before it.',
  },
  ...stampFieldMeta,
})

/** The fields of the form, in order. */
export const fields = ['name', 'utility', 'state', 'status', 'enrollment_rule', 'enrollment_days'] as const

/** The columns of the list, left to right. */
export const columns = [
  columnOf(fieldMeta, 'name', { isName: true, width: '17%' }),
  columnOf(fieldMeta, 'utility', { width: '17%' }),
  columnOf(fieldMeta, 'state', { width: '15%' }),
  columnOf(fieldMeta, 'enrollment_rule', { width: '21%' }),
  columnOf(fieldMeta, 'enrollment_days', { width: '14%' }),
  columnOf(fieldMeta, 'status', { matters: 'wide' }),
]

/** Services in the trash; the palette finds their utilities' bids and accounts instead. */
export const parts = defineParts({ fieldMeta, search: null, trash: { facts: ['utility', 'state'] } })
