import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { signOutPath } from '../../features/session/routes'
import { useOpenDialog } from '../../resources/frameDialogs'
import { userPaths } from '../../resources/users/paths'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { barDialogs } from './DialogButtons'

const ActionList = lazyDialog(async () => (await import('../../ui/table/RowMenuList')).RowMenuList)

/** Actions that do not fit into the top bar of narrow screens, in one dropdown. */
export const NarrowActions = ({ username }: { username: string | undefined }) => {
  const open = useOpenDialog()
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const actions = [
    ...barDialogs
      .filter(({ name }) => name !== 'palette')
      .map(({ name, label }) => ({ label, act: () => open(name) })),
    {
      label: username ? `Your account (${username})` : 'Your account',
      act: () => void navigate(userPaths.account),
    },
    { label: 'Sign out', act: () => void navigate(signOutPath) },
  ]
  return (
    <span className="row-menu">
      <button
        type="button"
        ref={button}
        className="bar-button"
        aria-label="More"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-tip={isOpen ? undefined : 'More'}
        onClick={() => setIsOpen(true)}
      >
        <MoreOutlined />
      </button>
      {isOpen && <ActionList actions={actions} button={button} close={() => setIsOpen(false)} />}
    </span>
  )
}
