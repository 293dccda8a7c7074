import { NoticeBar } from '../../ui/feedback/NoticeBar'

/** Says above every page why there is nothing to change (ROLE-5). */
export const Notice = () => (
  <NoticeBar label="Role">
    <p role="status">
      Your role only reads: you change nothing but your own account, views and notifications.
    </p>
  </NoticeBar>
)
