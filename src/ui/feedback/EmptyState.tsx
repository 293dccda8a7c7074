import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import type { ReactNode } from 'react'
import { Empty } from '../antd/Empty'
import './state.css'

interface EmptyStateProps {
  title: string
  /** What the list is for. */
  hint?: string
  /** The first step, or other actions. */
  children?: ReactNode
}

/** Placeholder for missing data, with the next step. */
export const EmptyState = ({ title, hint, children }: EmptyStateProps) => (
  <Empty
    className="state panel"
    image={<InboxOutlined aria-hidden />}
    description={
      <>
        <p className="state-title">{title}</p>
        {hint && <p className="quiet">{hint}</p>}
      </>
    }
  >
    {children}
  </Empty>
)
