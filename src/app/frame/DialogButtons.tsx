import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import FieldTimeOutlined from '@ant-design/icons/es/icons/FieldTimeOutlined'
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import { Suspense, type ReactNode } from 'react'
import { useOpenDialog, type DialogName } from '../../resources/frameDialogs'
import { useFrameDialogs } from './FrameDialogs'

/** Icons of the layout's dialogs in the top bar. */
const icons: Partial<Record<DialogName, ReactNode>> = {
  palette: <SearchOutlined />,
  calendar: <CalendarOutlined />,
  task: <FieldTimeOutlined />,
  meeting: <TeamOutlined />,
  message: <MailOutlined />,
  notifications: <BellOutlined aria-hidden />,
}

/** The dialogs of the top bar that the user is offered. */
export const useBarDialogs = () => useFrameDialogs().filter(({ place }) => place === 'bar')

interface DialogButtonsProps {
  /** By default, all dialogs of the top bar. */
  only?: DialogName
}

/** Opens the dialogs of the layout on any page (SHELL-9); each is prefetched when its button is hovered. */
export const DialogButtons = ({ only }: DialogButtonsProps) => {
  const open = useOpenDialog()
  const dialogs = useBarDialogs()
  const shown = only ? dialogs.filter(({ name }) => name === only) : dialogs
  return shown.map(({ name, label, keys, load, Badge }) => (
    <button
      key={name}
      type="button"
      className="bar-button icon-place"
      {...(!Badge && { 'aria-label': label })}
      aria-haspopup="dialog"
      data-tip={keys ? `${label} (${keys})` : label}
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={() => open(name)}
    >
      {icons[name]}
      {Badge && <span className="visually-hidden">{label} </span>}
      {Badge && (
        <Suspense>
          <Badge />
        </Suspense>
      )}
    </button>
  ))
}
