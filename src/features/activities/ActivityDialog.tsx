import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { activitiesApi } from '../../api/activitiesApi'
import { asApiError } from '../../api/kit/errors'
import { useRow } from '../../api/kit/hooks'
import type { Time } from '../../ui/calendar/moving'
import { Dialog } from '../../ui/dialog/Dialog'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { ActivityFacts } from './ActivityFacts'
import { ActivityForm } from './form/ActivityForm'

/** An existing activity, or a new one, optionally with a time. */
export type Opened = { id: number } | { time?: Time }

interface ActivityDialogProps {
  opened: Opened
  close: () => void
}

/** ACTIVITY: shows, edits or creates an activity (ACT-1). */
export const ActivityDialog = ({ opened, close }: ActivityDialogProps) => {
  const id = 'id' in opened ? opened.id : null
  const [isEditing, setIsEditing] = useState(false)
  const activity = useRow('activities', id)
  const { error, isFetching, refetch } = activitiesApi.row.useQuery(id ?? skipToken, {
    refetchOnMountOrArgChange: true,
  })
  const problem = isFetching ? undefined : asApiError(error)
  if (!('id' in opened)) return <ActivityForm time={opened.time} close={close} />
  if (problem && !isEditing)
    return (
      <Dialog title="ACTIVITY" close={close}>
        <ErrorState title="The activity could not be loaded." error={problem} retry={() => void refetch()} />
      </Dialog>
    )
  if (!activity) return null
  return isEditing ? (
    <ActivityForm activity={activity} close={close} />
  ) : (
    <ActivityFacts activity={activity} edit={() => setIsEditing(true)} close={close} />
  )
}
