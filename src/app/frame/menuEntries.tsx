import FundOutlined from '@ant-design/icons/es/icons/FundOutlined'
import TagsOutlined from '@ant-design/icons/es/icons/TagsOutlined'
import type { ReactNode } from 'react'

interface MenuEntry {
  label: string
  to: string
  icon: ReactNode
  /** Other addresses at which the entry counts as open. */
  alsoAt?: string
}

/** The side menu, top to bottom (SHELL-3). */
export const menuEntries: readonly MenuEntry[] = [
  { label: 'Opportunities', to: '/mpg/opportunities', icon: <FundOutlined />, alsoAt: '/' },
  { label: 'Tags', to: '/mpg/tags', icon: <TagsOutlined /> },
]
