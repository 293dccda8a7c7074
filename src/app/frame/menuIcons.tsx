import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import BankOutlined from '@ant-design/icons/es/icons/BankOutlined'
import ContactsOutlined from '@ant-design/icons/es/icons/ContactsOutlined'
import EnvironmentOutlined from '@ant-design/icons/es/icons/EnvironmentOutlined'
import FundOutlined from '@ant-design/icons/es/icons/FundOutlined'
import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import CarryOutOutlined from '@ant-design/icons/es/icons/CarryOutOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import TagsOutlined from '@ant-design/icons/es/icons/TagsOutlined'
import type { ReactNode } from 'react'
import type { MenuIcon } from '../../features/feature'

/** Icons of the side menu. */
export const menuIcons: Readonly<Record<MenuIcon, ReactNode>> = {
  activities: <CalendarOutlined />,
  addresses: <EnvironmentOutlined />,
  connections: <ApiOutlined />,
  contacts: <ContactsOutlined />,
  inbox: <InboxOutlined />,
  opportunities: <FundOutlined />,
  organizations: <BankOutlined />,
  tasks: <CarryOutOutlined />,
  tags: <TagsOutlined />,
  trash: <DeleteOutlined />,
  users: <TeamOutlined />,
}
