import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import { useFollowingQuery, useFollowMutation } from '../../api/notificationsApi'
import type { FollowedResource } from '../../contract/notifications'
import { BusyButton } from '../../ui/feedback/BusyButton'

/**
 * Follows a record, or no longer: its followers are told what others change of it (NOTI-4). Left out where it could not be
 * read whether the user does.
 */
export const FollowButton = ({ resource, id }: { resource: FollowedResource; id: number }) => {
  const { data, isError } = useFollowingQuery({ resource, id }, { refetchOnMountOrArgChange: true })
  const [follow, { isLoading }] = useFollowMutation()
  if (!data && isError) return null
  const following = data?.following === true
  return (
    <BusyButton
      icon={following ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
      busy={isLoading}
      disabled={!data}
      onClick={() => void follow({ resource, id, following: !following })}
    >
      {following ? 'Unfollow' : 'Follow'}
    </BusyButton>
  )
}
