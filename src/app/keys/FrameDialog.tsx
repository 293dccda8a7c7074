import { Link } from 'react-router-dom'
import { useAppSelector } from '../../api/kit/hooks'
import type { FrameDialogProps } from '../../features/feature'
import { userPaths } from '../../resources/users/paths'
import { Dialog } from '../../ui/dialog/Dialog'
import { paletteKeys, saveKeys } from './paletteKeys'
import { shortcuts } from './shortcuts'
import './keys.css'

interface KeysProps {
  keys: readonly string[]
  /** The text between the keys. */
  joint: '+' | 'then'
  does: string
}

const Keys = ({ keys, joint, does }: KeysProps) => (
  <div>
    <dt>{does}</dt>
    <dd>
      {keys.map((key, at) => (
        <span key={key}>
          {at > 0 && <span className="quiet"> {joint} </span>}
          <kbd>{key}</kbd>
        </span>
      ))}
    </dd>
  </div>
)

/** Lists the shortcuts. */
export const FrameDialog = ({ close }: FrameDialogProps<'keys'>) => {
  const areOn = useAppSelector(({ preferences }) => preferences.singleKeys)
  return (
    <Dialog title="Keyboard shortcuts" close={close}>
      <dl className="keys">
        <Keys keys={paletteKeys} joint="+" does="Search everything, and every command" />
        <Keys keys={saveKeys} joint="+" does="Save the form of this page or dialog" />
        {shortcuts.map(({ keys, does }) => (
          <Keys key={does} keys={keys} joint="then" does={does} />
        ))}
      </dl>
      <p className="quiet">
        {areOn ? 'Single keys do nothing while you type.' : 'Single keys are turned off.'}
      </p>
      <Link to={userPaths.account} onClick={close}>
        Turn single keys {areOn ? 'off' : 'on'}
      </Link>
    </Dialog>
  )
}
