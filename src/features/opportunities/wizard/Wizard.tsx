import { useFormikContext } from 'formik'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useAppSelector } from '../../../api/kit/hooks'
import { FormBody, FormState } from '../../../ui/form/EditForm'
import { FormSection } from '../../../ui/form/FormSection'
import { useFields, focusInput } from '../../../ui/form/fieldIds'
import { useAbandon, useSubmission } from '../../../ui/form/useSubmission'
import { useNavigationGuard, usePass, useStillHere } from '../../../ui/navigationGuard/guards'
import { PendingFiles } from '../../../resources/files/PendingFiles'
import { useUploads } from '../../../resources/files/useUploads'
import { useAllTags } from '../../../resources/tags/TagsField'
import { newDraftName } from '../../../resources/kit/useRecordForm'
import { MoreFields } from '../form/MoreFields'
import { OpportunityFields } from '../form/OpportunityFields'
import {
  creationBody,
  layout,
  schema,
  valuesFrom,
  type OpportunityField,
  type OpportunityValues,
} from '../form/values'
import { objectIdOf, opportunityPaths } from '../../../resources/opportunities/paths'
import { Review } from './Review'
import { SaveStep } from './SaveStep'
import { StepActions, type Goal } from './StepActions'
import { StepList } from './StepList'
import { lacksOf, neededFor, stepOf, stepTitles, type Step } from './steps'
import { useOpportunityCreation } from './useOpportunityCreation'
import { WizardProblem } from './WizardProblem'
import '../form/form.css'
import './wizard.css'
import { bidPaths } from '../../../resources/bids/paths'

const newValues = valuesFrom(undefined)
const draftName = newDraftName('opportunities')

interface StepsProps {
  step: Step
  setStep: (step: Step) => void
  /** Id of the opportunity, once created. */
  made: number | null
  uploads: ReturnType<typeof useUploads>
  choose: (goal: Goal) => void
  retry: () => void
  goOn: () => void
}

/** Focuses a field of the newly opened step, else its heading. */
const useStepFocus = (step: Step) => {
  const head = useRef<HTMLHeadingElement>(null)
  const wanted = useRef<OpportunityField | null>(null)
  const shown = useRef(step)
  const fields = useFields()
  const focusField = (name: OpportunityField) => {
    const field = fields().find((known) => known.name === name)
    focusInput(field ? document.getElementById(field.id) : null)
  }
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (wanted.current) focusField(wanted.current)
    else head.current?.focus()
    wanted.current = null
  })
  return {
    head,
    focusField: (name: OpportunityField) => {
      if (stepOf(name) === step) focusField(name)
      else wanted.current = name
    },
  }
}

const Steps = ({ step, setStep, made, uploads, choose, retry, goOn }: StepsProps) => {
  const { values, dirty } = useFormikContext<OpportunityValues>()
  const { submit } = useSubmission()
  const navigate = useNavigate()
  const cameFrom = useAppSelector(({ visitedLists }) => visitedLists.opportunities?.address)
  const { head, focusField } = useStepFocus(step)
  const holds = useRef(false)
  useEffect(() => {
    holds.current = dirty && made === null
  })
  useNavigationGuard(
    useCallback(() => holds.current, []),
    useAbandon(),
  )

  const goToField = (name: OpportunityField) => {
    focusField(name)
    setStep(stepOf(name))
  }
  const next = () => {
    if (step < 3 && lacksOf(step, values).length === 0) setStep((step + 1) as Step)
  }
  const save = (goal: Goal) => {
    choose(goal)
    submit()
  }
  const title = step < 5 && stepTitles[step - 1]

  return (
    <FormBody
      label="Create opportunity"
      draft={{ name: draftName, isSaved: made !== null }}
      proceed={step === 3 ? () => save('details') : next}
      explain={(error) => <WizardProblem error={error} goToField={goToField} />}
    >
      <StepList step={step} goTo={step <= 3 ? setStep : undefined} />
      {title && (
        <FormSection title={title} help={step === 2 ? layout.sections.source.help : undefined} heading={head}>
          {step === 1 && <OpportunityFields section={layout.sections.deal} />}
          {step === 2 && (
            <>
              <OpportunityFields section={layout.sections.source} required={neededFor(values)} />
              <MoreFields />
            </>
          )}
          {step === 3 && (
            <>
              <PendingFiles uploads={uploads} withTags />
              <Review goTo={setStep} />
            </>
          )}
          {step === 4 && <SaveStep isMade={made !== null} uploads={uploads} retry={retry} goOn={goOn} />}
        </FormSection>
      )}
      <StepActions
        step={step}
        goTo={setStep}
        goToField={goToField}
        save={save}
        cancel={() => void navigate(cameFrom ?? opportunityPaths.list)}
      />
    </FormBody>
  )
}

/** Creates an opportunity step by step, with its files (OPN-1 to OPN-8). */
export const Wizard = () => {
  const [step, setStep] = useState<Step>(1)
  const [made, setMade] = useState<number | null>(null)
  const goal = useRef<Goal>('details')
  const beginHere = useStillHere()
  const uploads = useUploads()
  const create = useOpportunityCreation(draftName)
  const navigate = useNavigate()
  const pass = usePass()
  useAllTags()

  const leave = async (id: number) => {
    await navigate(opportunityPaths.details(id), { replace: true })
    // Back from its first bid leads to the opportunity (BID-7), which is in the history only once it is reached.
    if (goal.current === 'bid/new') await navigate(bidPaths.create(id))
  }

  const finish = (id: number) => {
    setStep(5)
    pass(() => void leave(id))
  }

  const upload = async (id: number) => {
    const isStillHere = beginHere()
    const left = await uploads.upload(objectIdOf(id))
    if (left === 0 && isStillHere()) finish(id)
  }

  const submit = async (values: OpportunityValues) => {
    setStep(4)
    const isStillHere = beginHere()
    let id: number
    try {
      id = await create(creationBody(values))
    } catch (cause) {
      setStep(3)
      throw cause
    }
    if (!isStillHere()) return
    setMade(id)
    await upload(id)
  }

  return (
    <FormState initialValues={newValues} schema={schema} submit={submit}>
      <Steps
        step={step}
        setStep={setStep}
        made={made}
        uploads={uploads}
        choose={(chosen) => {
          goal.current = chosen
        }}
        retry={() => made !== null && void upload(made)}
        goOn={() => made !== null && finish(made)}
      />
    </FormState>
  )
}
