import { useFormikContext } from 'formik'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/kit/errors'
import { focusInput } from './focusInput'
import { useFields } from './fieldIds'
import { useProblems, useRefusal } from './useProblem'

/** What takes the place of the bare message of a refusal; undefined where the message does. */
export type ExplainRefusal = (refusal: ApiError) => ReactNode

interface FormProblemsProps {
  explain?: ExplainRefusal | undefined
}

/** Above a form: what is wrong with it as a whole, and the way to each field at fault where there are several. */
export const FormProblems = ({ explain }: FormProblemsProps) => {
  const { submitCount } = useFormikContext()
  const problemOf = useProblems()
  const refusal = useRefusal()
  const fields = useFields()
  const faults = fields()
    .map((field) => ({ ...field, problem: problemOf(field.name) }))
    .filter(({ problem }) => problem !== undefined)

  const explained = refusal && explain?.(refusal)
  if (explained !== undefined) return explained
  if (submitCount === 0 || (faults.length === 0 && !refusal)) return null
  if (faults.length === 1) return null
  return (
    <div className="form-problems" role="alert">
      {faults.length === 0 && refusal ? (
        <>
          <p>{refusal.detail}</p>
          {refusal.requestId && <p className="quiet">Request id: {refusal.requestId}</p>}
        </>
      ) : (
        <>
          <p>{faults.length} fields need another look:</p>
          <ul>
            {faults.map(({ id, name, label, problem }) => (
              <li key={name}>
                <button
                  type="button"
                  className="link-button"
                  onClick={() => focusInput(document.getElementById(id))}
                >
                  {label}
                </button>
                : {problem}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
