import type { FrameDialogProps } from '../../features/feature'
import { Dialog } from '../../ui/dialog/Dialog'
import { shortcuts } from './shortcuts'
import './keys.css'

/** Lists the shortcuts. */
export const FrameDialog = ({ close }: FrameDialogProps<'keys'>) => (
  <Dialog title="Keyboard shortcuts" close={close}>
    <dl className="keys">
      {shortcuts.map(({ keys, does }) => (
        <div key={does}>
          <dt>{does}</dt>
          <dd>
            {keys.map((key, at) => (
              <span key={key}>
                {at > 0 && <span className="quiet"> then </span>}
                <kbd>{key}</kbd>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
    <p className="quiet">Single keys do nothing while you type.</p>
  </Dialog>
)
