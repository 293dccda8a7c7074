import { useEffect, useRef } from 'react'
import type { ApiError } from '../../../api/kit/errors'
import { useProblems } from '../../../ui/form/useProblem'
import { fieldMetaOf } from '../../../resources/kit/fieldMeta'
import { opportunityFieldMeta } from '../../../resources/opportunities/fieldMeta'
import { layout, type OpportunityField } from '../form/values'
import { stepOf } from './steps'

interface WizardProblemProps {
  error: ApiError
  goToField: (name: OpportunityField) => void
}

/** Why the opportunity was not created, with a link to each invalid field (OPN-5). */
export const WizardProblem = ({ error, goToField }: WizardProblemProps) => {
  const problemOf = useProblems()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const faults = layout.names.filter((name) => problemOf(name) !== undefined)
  return (
    <div className="form-problems" role="alert" tabIndex={-1} ref={place}>
      <p>
        <strong>The opportunity has not been created.</strong> {faults.length === 0 && error.detail}
      </p>
      {faults.length > 0 && (
        <ul>
          {faults.map((name) => (
            <li key={name}>
              <button type="button" className="link-button" onClick={() => goToField(name)}>
                {fieldMetaOf(opportunityFieldMeta, name).label} (step {stepOf(name)})
              </button>
              : {problemOf(name)}
            </li>
          ))}
        </ul>
      )}
      <p className="quiet">
        Everything you typed is still here.
        {error.requestId && ` Request id: ${error.requestId}`}
      </p>
    </div>
  )
}
