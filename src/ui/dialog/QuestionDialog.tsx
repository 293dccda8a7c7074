import { Button } from '../button/Button'
import { Dialog } from './Dialog'
import type { Question } from './question'

interface QuestionDialogProps extends Question<string> {
  answer: (answer: string) => void
  /** None of the answers. */
  close: () => void
}

/** Asks what is to be done, and offers the answers beside Cancel, which has the focus. */
export const QuestionDialog = ({ title, text, answers, otherwise, answer, close }: QuestionDialogProps) => (
  <Dialog
    title={title}
    close={close}
    width={520}
    footer={
      <div className="dialog-actions">
        <Button data-first-focus onClick={close}>
          {otherwise ?? 'Cancel'}
        </Button>
        {Object.entries(answers).map(([name, label]) => (
          <Button key={name} type="primary" onClick={() => answer(name)}>
            {label}
          </Button>
        ))}
      </div>
    }
  >
    <div className="dialog-text">{text}</div>
  </Dialog>
)
