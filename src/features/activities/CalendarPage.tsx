import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from '../../ui/button/Button'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { useCreateOnArrival } from '../../ui/page/creating'
import { PageHeader } from '../../ui/page/PageHeader'
import { ActivityCalendar } from './ActivityCalendar'
import type { Opened } from './ActivityDialog'
import { paramsOf, shownIn } from './shownIn'

const ActivityDialog = lazyDialog(async () => (await import('./ActivityDialog')).ActivityDialog)

/** /activities: the calendar; what it shows stands in the address (ACT-1). */
export const Page = () => {
  const [params, setParams] = useSearchParams()
  const shown = useMemo(() => shownIn(params), [params])
  const [opened, setOpened] = useState<Opened | null>(null)
  const create = useCallback(() => setOpened({}), [])
  useCreateOnArrival(create)
  return (
    <>
      <PageHeader
        title="Activities"
        creates
        actions={
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={create}>
            Add Activity
          </Button>
        }
      />
      <ActivityCalendar
        shown={shown}
        show={(next) => setParams(paramsOf(next))}
        open={setOpened}
        last={null}
      />
      {opened && <ActivityDialog opened={opened} close={() => setOpened(null)} />}
    </>
  )
}
