import { useFormikContext } from 'formik'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/kit/errors'
import { focusInput, useShownFields } from './fieldIds'
import { useNamesAtFault, useProblems, useRefusal } from './useProblem'

/** Replaces the plain message of a refusal; undefined to keep it. */
export type ExplainRefusal = (refusal: ApiError) => ReactNode

interface FormProblemsProps {
  explain?: ExplainRefusal | undefined
}

/** An error and the id of its input; without an input where the field is not shown. */
interface FieldError {
  name: string
  label: string
  problem: string | undefined
  input?: string
}

/** 'object_id' as separate words. */
const messageOf = (name: string) => {
  const words = name.replace(/\.\d+\b/g, '').replace(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The errors in the order of the fields, then those without a field. */
const useFieldErrors = () => {
  const problemOf = useProblems()
  const names = useNamesAtFault()
  const fields = useShownFields()
  const shown = fields
    .map(({ id, name, label }): FieldError => ({ name, label, problem: problemOf(name), input: id }))
    .filter(({ problem }) => problem !== undefined)
  const unseen = names
    .filter((name) => !fields.some((field) => field.name === name))
    .map((name): FieldError => {
      const around = fields.find((field) => name.startsWith(`${field.name}.`))
      return {
        name,
        label: around?.label ?? messageOf(name.split('.')[0] ?? name),
        problem: problemOf(name),
        ...(around && { input: around.id }),
      }
    })
    .filter(({ problem }) => problem !== undefined)
  return { shown, unseen }
}

/**
 * Above a form: errors of the form as a whole, links to the invalid fields where there are several, and errors of
 * fields that are not shown, which would otherwise block the form without a message.
 */
export const FormProblems = ({ explain }: FormProblemsProps) => {
  const { submitCount } = useFormikContext()
  const refusal = useRefusal()
  const { shown, unseen } = useFieldErrors()
  const told = shown.length === 0 ? refusal : undefined
  const faults = [...shown, ...unseen.filter(({ problem = '' }) => !told?.detail.includes(problem))]

  const explained = refusal && explain?.(refusal)
  if (explained !== undefined) return explained
  if (submitCount === 0 || (faults.length === 0 && !refusal)) return null
  if (shown.length === 1 && faults.length === 1) return null
  return (
    // Takes the focus where no invalid field can.
    <div className="form-problems" role="alert" {...(shown.length === 0 && !told && { tabIndex: -1 })}>
      {told && (
        <>
          <p>{told.detail}</p>
          {told.requestId && <p className="quiet">Request id: {told.requestId}</p>}
        </>
      )}
      {faults.length > 0 && (
        <>
          <p>
            {faults.length === 1
              ? 'One field needs another look:'
              : `${faults.length} fields need another look:`}
          </p>
          <ul>
            {faults.map(({ name, label, problem, input }) => (
              <li key={name}>
                {input === undefined ? (
                  label
                ) : (
                  <button
                    type="button"
                    className="link-button"
                    onClick={() => focusInput(document.getElementById(input))}
                  >
                    {label}
                  </button>
                )}
                : {problem}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
