import { Button } from '../../../ui/antd/Button'
import { useFormikContext } from 'formik'
import { DescriptionList } from '../../../ui/value/DescriptionList'
import { valueOf } from '../../../resources/kit/valueOf'
import { fieldMetaOf } from '../../../resources/kit/fieldMeta'
import { opportunityFieldMeta } from '../../../resources/opportunities/fieldMeta'
import { isAsked, layout, type OpportunityValues } from '../form/values'
import { neededFor, stepOf, titleOf, type Step } from './steps'

/** All input by step, with a link back to each. */
export const Review = ({ goTo }: { goTo: (step: Step) => void }) => {
  const { values } = useFormikContext<OpportunityValues>()
  const needed = neededFor(values)
  const facts = (step: Step) =>
    layout.names
      .filter((name) => stepOf(name) === step && isAsked(name, values))
      .map((name) => [name, valueOf(opportunityFieldMeta, name, values)] as const)
      .filter(([name, value]) => needed.includes(name) || value !== null)
      .map(([name, value]) => ({ label: fieldMetaOf(opportunityFieldMeta, name).label, value, always: true }))
  return (
    <div className="review">
      {([1, 2] as const).map((step) => {
        const title = titleOf(step)
        return (
          <div key={step} className="review-part">
            <DescriptionList title={title} facts={facts(step)} />
            <Button size="small" aria-label={`Change ${title}`} onClick={() => goTo(step)}>
              Change
            </Button>
          </div>
        )
      })}
    </div>
  )
}
