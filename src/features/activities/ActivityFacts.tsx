import { Button } from '../../ui/antd/Button'
import type { Row } from '../../contract'
import { usePermission } from '../../api/kit/hooks'
import { activityFieldMeta } from '../../resources/activities/fieldMeta'
import { RecordFacts } from '../../resources/kit/RecordFacts'
import { Dialog } from '../../ui/dialog/Dialog'

interface ActivityFactsProps {
  activity: Row<'activities'>
  edit: () => void
  close: () => void
}

/** The read-only view of an activity, with an edit button for users with that right (ACT-1). */
export const ActivityFacts = ({ activity, edit, close }: ActivityFactsProps) => {
  const { isAllowed, reason } = usePermission('activities', 'change', activity)
  return (
    <Dialog
      title="ACTIVITY"
      width={640}
      close={close}
      footer={
        isAllowed && (
          <div className="dialog-actions">
            <Button type="primary" data-first-focus onClick={edit}>
              Edit
            </Button>
          </div>
        )
      }
    >
      <RecordFacts
        title={activity.title}
        of={activityFieldMeta}
        names={['start', 'end', 'participants', 'organization', 'deal', 'created_by', 'description']}
        row={activity}
      />
      {reason && <p className="quiet">{reason}</p>}
    </Dialog>
  )
}
