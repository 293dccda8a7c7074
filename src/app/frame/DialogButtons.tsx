import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import FieldTimeOutlined from '@ant-design/icons/es/icons/FieldTimeOutlined'
import MailOutlined from '@ant-design/icons/es/icons/MailOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import type { ReactNode } from 'react'
import { useOpenDialog, type DialogName } from '../../records/frameDialogs'
import { frameDialogs } from './FrameDialogs'

/** The signs of the frame's dialogs in the top bar. */
const icons: Partial<Record<DialogName, ReactNode>> = {
  palette: <SearchOutlined />,
  calendar: <CalendarOutlined />,
  task: <FieldTimeOutlined />,
  meeting: <TeamOutlined />,
  message: <MailOutlined />,
}

const barDialogs = frameDialogs.filter(({ place }) => place === 'bar')

/** Opens the dialogs of the frame from anywhere (SHELL-9); each is fetched as soon as somebody points at its sign. */
export const DialogButtons = () => {
  const open = useOpenDialog()
  return barDialogs.map(({ name, label, keys, load }) => (
    <button
      key={name}
      type="button"
      className="bar-button"
      aria-label={label}
      aria-haspopup="dialog"
      title={keys ? `${label} (${keys})` : label}
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={() => open(name)}
    >
      {icons[name]}
    </button>
  ))
}
