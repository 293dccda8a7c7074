import { getIn, useFormikContext, type FormikContextType } from 'formik'
import type { ApiError } from '../../api/kit/errors'

/** What the server said of the values that it was sent last. */
interface Refusal {
  error: ApiError
  values: unknown
}

/** What a form knows beside its values: why it was not taken, for as long as that is so. */
export type FormStatus = Refusal | undefined

const valueIn = (values: unknown, name: string): unknown => getIn(values, name)

/**
 * What is wrong with a field: by this side's rules once a submit has been tried or the field says that it was left with
 * something that cannot be taken, or by the server's for as long as the value is the one that it refused.
 */
const problemOf = (form: FormikContextType<unknown>, name: string): string | undefined => {
  if (form.submitCount === 0 && !getIn(form.touched, name)) return undefined
  const problem: unknown = getIn(form.errors, name)
  if (typeof problem === 'string') return problem
  const refusal = form.status as FormStatus
  return refusal && valueIn(refusal.values, name) === valueIn(form.values, name)
    ? refusal.error.fields?.[name]
    : undefined
}

/** The problem of one field. */
export const useProblem = (name: string) => problemOf(useFormikContext(), name)

/** The problem of whichever field. */
export const useProblems = () => {
  const form = useFormikContext()
  return (name: string) => problemOf(form, name)
}

/** The names of all values in which something is wrong, as 'people.0.email'. */
const namesIn = (errors: unknown, name = ''): string[] => {
  if (typeof errors === 'string') return [name]
  if (typeof errors !== 'object' || errors === null) return []
  return Object.entries(errors).flatMap(([part, inner]) => namesIn(inner, name ? `${name}.${part}` : part))
}

/** The names of whatever either side has something to say of, whether or not a field asks for it. */
export const useNamesAtFault = (): string[] => {
  const form = useFormikContext()
  const refused = (form.status as FormStatus)?.error.fields ?? {}
  return [...new Set([...namesIn(form.errors), ...Object.keys(refused)])]
}

/** Why the form was refused as a whole. */
export const useRefusal = (): ApiError | undefined => {
  const form = useFormikContext()
  return form.isSubmitting ? undefined : (form.status as FormStatus)?.error
}
