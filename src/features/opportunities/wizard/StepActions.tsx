import { Button } from '../../../ui/antd/Button'
import { useFormikContext } from 'formik'
import { Fragment } from 'react'
import { problems } from '../../../contract/problems'
import { fieldMetaOf } from '../../../resources/kit/fieldMeta'
import { opportunityFieldMeta } from '../../../resources/opportunities/fieldMeta'
import { savesByKey } from '../../../ui/form/pageSaveKey'
import type { OpportunityField, OpportunityValues } from '../form/values'
import { lacksOf, type Step } from './steps'

/** The page after the creation (OPN-7). */
export type Goal = 'details' | 'bid/new'

interface StepActionsProps {
  step: Step
  goTo: (step: Step) => void
  goToField: (name: OpportunityField) => void
  /** Next on the last step: creates the opportunity. */
  save: (goal: Goal) => void
  cancel: () => void
}

/** Back and Next; Next is disabled until the step is valid, with the reason (OPN-2, OPN-3). */
export const StepActions = ({ step, goTo, goToField, save, cancel }: StepActionsProps) => {
  const { values } = useFormikContext<OpportunityValues>()
  if (step > 3) return null
  const lacks = lacksOf(step, values)
  return (
    <div className="form-actions wizard-actions" ref={savesByKey}>
      {step > 1 && <Button onClick={() => goTo((step - 1) as Step)}>Back</Button>}
      {step < 3 ? (
        <Button type="primary" htmlType="submit" disabled={lacks.length > 0}>
          Next
        </Button>
      ) : (
        <>
          <Button type="primary" onClick={() => save('details')}>
            Save
          </Button>
          <Button onClick={() => save('bid/new')}>Save &amp; Add Bid</Button>
        </>
      )}
      <Button onClick={cancel}>Cancel</Button>
      <p role="status" className="wizard-lacks quiet">
        {lacks.length > 0 && 'Still needed: '}
        {lacks.map(({ name, problem }, index) => (
          <Fragment key={name}>
            {index > 0 && ', '}
            <button type="button" className="link-button" onClick={() => goToField(name)}>
              {fieldMetaOf(opportunityFieldMeta, name).label}
            </button>
            {problem !== problems.required && ` (${problem})`}
          </Fragment>
        ))}
      </p>
    </div>
  )
}
