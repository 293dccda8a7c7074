import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import { useRow } from '../../api/kit/hooks'
import { teamsApi } from '../../api/teamsApi'

interface TeamLockProps {
  id: number
  /** Whether the lock stands alone, with the name as its tooltip. */
  brief?: boolean
}

/** The team that a record is limited to (TEAM-5). */
export const TeamLock = ({ id, brief = false }: TeamLockProps) => {
  teamsApi.row.useQuerySubscription(id)
  const name = useRow('teams', id)?.name ?? `#${id}`
  const text = `Limited to team ${name}`
  return (
    <span title={text}>
      <LockOutlined {...(brief ? { 'aria-label': text } : { 'aria-hidden': true })} /> {!brief && name}
    </span>
  )
}
