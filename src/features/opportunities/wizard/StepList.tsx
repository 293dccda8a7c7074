import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import { stepTitles, type Step } from './steps'

interface StepListProps {
  step: Step
  /** Returns to a completed step; undefined where that is impossible. */
  goTo: ((step: Step) => void) | undefined
}

/** The progress of the wizard. */
export const StepList = ({ step, goTo }: StepListProps) => (
  <nav aria-label="Steps">
    <ol className="steps">
      {stepTitles.map((title, index) => {
        const number = (index + 1) as Step
        const isDone = number < step
        const content = (
          <>
            <span className="step-number">{isDone ? <CheckOutlined aria-hidden /> : number}</span>
            <span className="step-title">{title}</span>
            {isDone && <span className="visually-hidden"> (done)</span>}
          </>
        )
        return (
          <li key={title} aria-current={number === step ? 'step' : undefined}>
            {isDone && goTo ? (
              <button type="button" onClick={() => goTo(number)}>
                {content}
              </button>
            ) : (
              <span>{content}</span>
            )}
          </li>
        )
      })}
    </ol>
  </nav>
)
