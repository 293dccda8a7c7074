import { getIn, useFormikContext, type FormikContextType } from 'formik'
import type { ApiError } from '../../api/kit/errors'
import { isTooLong } from '../../contract/problems'

/** The server's errors for the last sent values. */
interface Refusal {
  error: ApiError
  values: unknown
}

/** Formik status of a form: the last refusal, while it applies. */
export type FormStatus = Refusal | undefined

const valueIn = (values: unknown, name: string): unknown => getIn(values, name)

/**
 * The error of a field: by the schema after a submit attempt or a blur with invalid input, at once where the text is
 * too long; or the server's, as long as the value is the refused one.
 */
const problemOf = (form: FormikContextType<unknown>, name: string): string | undefined => {
  const problem: unknown = getIn(form.errors, name)
  if (form.submitCount === 0 && !getIn(form.touched, name) && !isTooLong(problem)) return undefined
  if (typeof problem === 'string') return problem
  const refusal = form.status as FormStatus
  return refusal && valueIn(refusal.values, name) === valueIn(form.values, name)
    ? refusal.error.fields?.[name]
    : undefined
}

/** The problem of one field. */
export const useProblem = (name: string) => problemOf(useFormikContext(), name)

/** The errors of any field, by name. */
export const useProblems = () => {
  const form = useFormikContext()
  return (name: string) => problemOf(form, name)
}

/** The names of all invalid values, as 'people.0.email'. */
const namesIn = (errors: unknown, name = ''): string[] => {
  if (typeof errors === 'string') return [name]
  if (typeof errors !== 'object' || errors === null) return []
  return Object.entries(errors).flatMap(([part, inner]) => namesIn(inner, name ? `${name}.${part}` : part))
}

/** The names of all values with an error of either side, whether or not a field shows them. */
export const useNamesAtFault = (): string[] => {
  const form = useFormikContext()
  const refused = (form.status as FormStatus)?.error.fields ?? {}
  return [...new Set([...namesIn(form.errors), ...Object.keys(refused)])]
}

/** The error of the form as a whole. */
export const useRefusal = (): ApiError | undefined => {
  const form = useFormikContext()
  return form.isSubmitting ? undefined : (form.status as FormStatus)?.error
}
