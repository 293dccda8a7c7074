import { useNavigate } from 'react-router-dom'
import { useAppSelector } from '../../../api/kit/hooks'
import { useChangeOpportunityMutation } from '../../../api/opportunitiesApi'
import type { Row } from '../../../contract'
import { RecordForm } from '../../../resources/kit/RecordForm'
import { useRecordForm } from '../../../resources/kit/useRecordForm'
import { opportunityFieldMeta } from '../../../resources/opportunities/fieldMeta'
import { opportunityPaths } from '../../../resources/opportunities/paths'
import { useAllTags } from '../../../resources/tags/TagsField'
import { FormSection } from '../../../ui/form/FormSection'
import { useGoBack } from '../../../ui/page/useGoBack'
import { OpportunityFields } from './OpportunityFields'
import { changeBody, layout, schema, valuesFrom } from './values'

interface OpportunityFormProps {
  /** As far as loaded; newer versions are taken over until something is typed. */
  opportunity: Row<'opportunities'>
  /** Refetches the record, with its last editor. */
  readAgain: () => void
}

/** Edits an opportunity (OPE-1, OPE-2, OPE-5). */
export const OpportunityForm = ({ opportunity, readAgain }: OpportunityFormProps) => {
  const [change] = useChangeOpportunityMutation()
  const navigate = useNavigate()
  const cameFrom = useAppSelector(({ visitedLists }) => visitedLists.opportunities?.address)
  const goBack = useGoBack(opportunityPaths.details(opportunity.opportunity_id))
  const form = useRecordForm({
    fieldMeta: opportunityFieldMeta,
    row: opportunity,
    valuesFrom,
    schema,
    change,
    bodyOf: changeBody,
    readAgain,
  })
  useAllTags()

  return (
    <RecordForm
      form={form}
      label="Edit opportunity"
      done={goBack}
      cancel={() => void navigate(cameFrom ?? opportunityPaths.list)}
    >
      {Object.values(layout.sections).map((section) => (
        <FormSection key={section.title} title={section.title} help={section.help}>
          <OpportunityFields section={section} />
        </FormSection>
      ))}
    </RecordForm>
  )
}
