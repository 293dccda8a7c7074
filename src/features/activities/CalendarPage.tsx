import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from '../../ui/antd/Button'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { useCreateOnArrival } from '../../ui/page/creating'
import { PageHeader } from '../../ui/page/PageHeader'
import { ActivityCalendar } from './ActivityCalendar'
import type { Opened } from './ActivityDialog'
import { paramsOf, shownIn } from '../../resources/activities/shownIn'
import { today } from '../../ui/calendar/periods'
import { IfAllowed } from '../../resources/kit/IfAllowed'

const ActivityDialog = lazyDialog(async () => (await import('./ActivityDialog')).ActivityDialog)

/** /activities: the calendar; the displayed period is in the URL (ACT-1). */
export const Page = () => {
  const [params, setParams] = useSearchParams()
  // URLs without a date mean today, and the page may stay open until another day.
  const day = today()
  const shown = useMemo(() => shownIn(params, day), [params, day])
  const [opened, setOpened] = useState<Opened | null>(null)
  const create = useCallback(() => setOpened({}), [])
  useCreateOnArrival(create)
  return (
    <>
      <PageHeader
        title="Activities"
        creates
        actions={
          <IfAllowed to="create" of="activities">
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={create}>
              Add Activity
            </Button>
          </IfAllowed>
        }
      />
      <ActivityCalendar
        shown={shown}
        show={(wanted) => {
          const next = paramsOf(wanted)
          // Navigating to the current state adds no history entry.
          setParams(next, { replace: `${next}` === `${params}` })
        }}
        open={setOpened}
        last={null}
      />
      {opened && <ActivityDialog opened={opened} close={() => setOpened(null)} />}
    </>
  )
}
