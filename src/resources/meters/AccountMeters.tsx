import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useMemo } from 'react'
import { asApiError } from '../../api/kit/errors'
import { useRows } from '../../api/kit/hooks'
import { metersApi } from '../../api/metersApi'
import { contract, idOf, type Row } from '../../contract'
import { Button } from '../../ui/antd/Button'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { useIsNarrow } from '../../ui/hooks/useMediaQuery'
import { lazyDialogs, useRowDialogs } from '../../ui/list/useRowDialogs'
import { CardView } from '../../ui/table/CardView'
import { TableView } from '../../ui/table/TableView'
import { localToday } from '../../ui/value/days'
import { columnOf } from '../kit/columnOf'
import { IfAllowed } from '../kit/IfAllowed'
import { nameColumn } from '../kit/nameColumn'
import { fieldMeta } from './parts'

const columns = [
  nameColumn(fieldMeta, 'meter_number', { width: '34%' }),
  {
    key: 'status',
    title: 'Status',
    width: '16%',
    show: ({ removed_on }: Row<'meters'>) =>
      removed_on === null || removed_on > localToday() ? 'In service' : 'Removed',
  },
  columnOf(fieldMeta, 'unit', { width: '14%' }),
  columnOf(fieldMeta, 'removed_on', { width: '16%' }),
  columnOf(fieldMeta, 'read_cycle'),
]

/** Far more than an account has. */
const all = { q: '', limit: 100, offset: 0, ordering: contract.meters.defaultOrdering } as const
const noIds: readonly number[] = []

/** The meters of a utility account, of which a bid that prices it needs one (USE-2, RDY-2). */
export const AccountMeters = ({ account }: { account: number }) => {
  const { currentData, error, refetch } = metersApi.list.useQuery(
    { ...all, utility_account: account },
    { refetchOnMountOrArgChange: true },
  )
  const rows = useRows('meters', currentData?.ids ?? noIds)
  const View = useIsNarrow() ? CardView : TableView
  const dialogs = useMemo(
    () =>
      lazyDialogs<Row<'meters'>>(async () =>
        (await import('./dialogs')).dialogsFor({ utility_account: account }),
      ),
    [account],
  )
  const { create, dialog } = useRowDialogs(dialogs)
  const problem = asApiError(error)
  return (
    <section aria-label="Meters" className="stack">
      <div className="row-apart">
        <h2>Meters</h2>
        <IfAllowed to="create" of="meters">
          <Button icon={<PlusOutlined aria-hidden />} onClick={create}>
            Add Meter
          </Button>
        </IfAllowed>
      </div>
      {problem ? (
        <ErrorState
          inline
          title="The meters could not be loaded."
          error={problem}
          retry={() => void refetch()}
        />
      ) : currentData?.count === 0 ? (
        <p className="quiet">This account has no meter yet: without one it is not ready to be priced.</p>
      ) : (
        <View
          label="Meters"
          columns={columns}
          rows={currentData && rows}
          idOf={(row) => idOf('meters', row)}
          expected={1}
        />
      )}
      {dialog}
    </section>
  )
}
