import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from '../../ui/antd/Button'
import { useState } from 'react'
import { today } from '../../ui/calendar/periods'
import { Dialog } from '../../ui/dialog/Dialog'
import type { FrameDialogProps } from '../feature'
import type { Shown } from '../../resources/activities/shownIn'
import { ActivityCalendar } from './ActivityCalendar'
import { ActivityDialog, type Opened } from './ActivityDialog'
import { IfAllowed } from '../../resources/kit/IfAllowed'

/** In CSS pixels: extra-large. */
const width = 1140

/** The top bar's calendar (SHELL-9). ACTIVITY replaces it, and returns to it on close: dialogs are not stacked. */
export const FrameDialog = ({ close }: FrameDialogProps<'calendar'>) => {
  const [shown, setShown] = useState<Shown>(() => ({ view: 'month', date: today(), isOwn: false }))
  const [opened, setOpened] = useState<Opened | null>(null)
  const [last, setLast] = useState<number | null>(null)
  if (opened) return <ActivityDialog opened={opened} close={() => setOpened(null)} />
  return (
    <Dialog title="Calendar" width={width} close={close}>
      <ActivityCalendar
        shown={shown}
        show={setShown}
        open={(next) => {
          setLast('id' in next ? next.id : null)
          setOpened(next)
        }}
        last={last}
      >
        <IfAllowed to="create" of="activities">
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpened({})}>
            Add Activity
          </Button>
        </IfAllowed>
      </ActivityCalendar>
    </Dialog>
  )
}
