import { Button } from '../antd/Button'
import { Dialog } from './Dialog'
import type { Question } from './question'

interface QuestionDialogProps extends Question<string> {
  answer: (answer: string) => void
  /** Closes without an answer. */
  close: () => void
}

/** A question with its answers as buttons beside Cancel, which has the initial focus. */
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
    <div className="dialog-text stack">{text}</div>
  </Dialog>
)
