import { useFormikContext } from 'formik'
import { useMemo, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { asApiError, type ApiError } from '../../../api/errors'
import { useAppSelector } from '../../../api/hooks'
import { useChangeOpportunityMutation } from '../../../api/opportunitiesApi'
import type { Row } from '../../../contract'
import { FormBody, FormState } from '../../../ui/form/EditForm'
import { FollowRow } from '../../../ui/form/FollowRow'
import { FormActions } from '../../../ui/form/FormActions'
import { useEdited } from '../../../ui/form/useEdited'
import { useGoBack } from '../../../ui/useGoBack'
import { useAllTags } from '../../tags/public'
import { listPath } from '../trail'
import { Conflict } from './Conflict'
import { DealFields } from './DealFields'
import { ExtraFields } from './ExtraFields'
import { SourceFields } from './SourceFields'
import { changeBody, schema, valuesFrom, type OpportunityValues } from './values'

type Opportunity = Row<'opportunities'>

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="form-section" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)

interface FieldsProps {
  base: Opportunity
  /** Begins the form anew with the record as it is now. */
  take: (current: Opportunity) => void
  /** From now on a save builds on this version. */
  buildOn: (version: number) => void
}

const Fields = ({ base, take, buildOn }: FieldsProps) => {
  const { submitForm } = useFormikContext()
  const navigate = useNavigate()
  const cameFrom = useAppSelector(({ seenLists }) => seenLists.opportunities?.address)
  return (
    <FormBody
      label="Edit opportunity"
      explain={({ code, current: answered }) => {
        const current = answered as Opportunity | undefined
        if (code !== 'stale_version' || !current) return undefined
        return (
          <Conflict
            base={base}
            current={current}
            reload={() => take(current)}
            overwrite={() => {
              buildOn(current.version)
              void submitForm()
            }}
          />
        )
      }}
    >
      <Section title="Opportunity">
        <DealFields />
      </Section>
      <Section title="Source">
        <SourceFields />
      </Section>
      <Section title="Pricing and notes">
        <ExtraFields />
      </Section>
      <FormActions cancel={() => void navigate(cameFrom ?? listPath)} />
    </FormBody>
  )
}

interface OpportunityFormProps {
  /** As it is known so far; what comes later takes its place until something has been typed. */
  opportunity: Opportunity
  /** Reads the record again, and with it who changed it. */
  readAgain: () => void
}

/** Changes an opportunity (OPE-1, OPE-2, OPE-5). */
export const OpportunityForm = ({ opportunity, readAgain }: OpportunityFormProps) => {
  const { opportunity_id: id } = opportunity
  const { base, version, buildOn, take } = useEdited(opportunity)
  const initialValues = useMemo(() => valuesFrom(base), [base])
  const [change] = useChangeOpportunityMutation()
  const goBack = useGoBack(`${listPath}/${id}/details`)
  useAllTags()

  const save = async (values: OpportunityValues) => {
    const body = changeBody(values, base)
    try {
      if (Object.keys(body).length > 0) await change({ id, body, version: version.current }).unwrap()
    } catch (cause) {
      if (asApiError(cause as ApiError)?.code === 'stale_version') readAgain()
      throw cause
    }
    goBack()
  }

  return (
    <FormState initialValues={initialValues} schema={schema} submit={save} restarts>
      <FollowRow base={base} known={opportunity} take={take} />
      <Fields base={base} take={take} buildOn={buildOn} />
    </FormState>
  )
}
