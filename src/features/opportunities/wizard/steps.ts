import { ValidationError } from 'yup'
import { neededBySource } from '../../../contract/opportunities'
import { problems } from '../../../contract/problems'
import { isAsked, layout, schema, type OpportunityField, type OpportunityValues } from '../form/values'

/** Titles of the used steps; the fifth is the frame alone (OPN-1). */
export const stepTitles = ['Opportunity', 'Source', 'Files and review', 'Save'] as const
export type Step = 1 | 2 | 3 | 4 | 5

export const titleOf = (step: Exclude<Step, 5>): string => stepTitles[step - 1] ?? ''

/** The step of a field. */
export const stepOf = (name: OpportunityField): Step => (layout.sections.deal.fields.includes(name) ? 1 : 2)

/** The required fields of an opportunity, by its source (OPN-2, OPN-3). */
export const neededFor = ({ source_type }: OpportunityValues): readonly OpportunityField[] => [
  'opportunity_name',
  ...neededBySource[source_type === 'INDIRECT' ? 'INDIRECT' : 'DIRECT'],
]

/** A field that blocks leaving a step. */
export interface Lack {
  name: OpportunityField
  problem: string
}

const wrongIn = (values: OpportunityValues): Partial<Record<string, string>> => {
  try {
    schema.validateSync(values, { abortEarly: false })
    return {}
  } catch (cause) {
    if (!(cause instanceof ValidationError)) throw cause
    return Object.fromEntries(cause.inner.map(({ path = '', message }) => [path, message]))
  }
}

const isEmpty = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')

/** The invalid fields of a step, in order. */
export const lacksOf = (step: Step, values: OpportunityValues): Lack[] => {
  const needed = neededFor(values)
  const wrong = wrongIn(values)
  return layout.names
    .filter((name) => stepOf(name) === step && isAsked(name, values))
    .flatMap((name) => {
      const problem =
        wrong[name] ?? (needed.includes(name) && isEmpty(values[name]) ? problems.required : undefined)
      return problem === undefined ? [] : [{ name, problem }]
    })
}
