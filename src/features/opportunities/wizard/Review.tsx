import Button from 'antd/es/button'
import { useFormikContext } from 'formik'
import { DescriptionTable } from '../../../ui/DescriptionTable'
import { fieldValue } from '../form/FieldValue'
import { fieldsInOrder, isAsked, labels, type OpportunityValues } from '../form/values'
import { neededFor, stepOf, titleOf, type Step } from './steps'

const isShown = (value: unknown) => value !== null && value !== false && value !== ''

/** All that has been typed, step by step, and the way back to each. */
export const Review = ({ goTo }: { goTo: (step: Step) => void }) => {
  const { values } = useFormikContext<OpportunityValues>()
  const needed = neededFor(values)
  const lines = (step: Step) =>
    fieldsInOrder
      .filter((name) => stepOf(name) === step && isAsked(name, values))
      .map((name) => [name, fieldValue(name, values)] as const)
      .filter(([name, value]) => needed.includes(name) || isShown(value))
      .map(([name, value]) => [labels[name], value] as const)
  return (
    <div className="review">
      {([1, 2] as const).map((step) => {
        const title = titleOf(step)
        return (
          <div key={step} className="review-part">
            <DescriptionTable title={title} lines={lines(step)} />
            <Button size="small" aria-label={`Change ${title}`} onClick={() => goTo(step)}>
              Change
            </Button>
          </div>
        )
      })}
    </div>
  )
}
