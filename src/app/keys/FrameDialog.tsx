import { Link } from 'react-router-dom'
import { useAppSelector } from '../../api/kit/hooks'
import type { FrameDialogProps } from '../../features/feature'
import { userPaths } from '../../records/users/paths'
import { Dialog } from '../../ui/dialog/Dialog'
import { shortcuts } from './shortcuts'
import './keys.css'

/** Lists the shortcuts. */
export const FrameDialog = ({ close }: FrameDialogProps<'keys'>) => {
  const areOn = useAppSelector(({ preferences }) => preferences.singleKeys)
  return (
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
      <p className="quiet">
        {areOn ? 'They do nothing while you type.' : 'Single keys are turned off.'}{' '}
        <Link to={userPaths.account} onClick={close}>
          Turn single keys {areOn ? 'off' : 'on'}
        </Link>
      </p>
    </Dialog>
  )
}
