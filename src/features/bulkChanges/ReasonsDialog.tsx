import { useBulkRecordsQuery, useLazyBulkRecordsFileQuery } from '../../api/bulkChangesApi'
import { asApiError } from '../../api/kit/errors'
import type { BulkChange, BulkRecord } from '../../contract/bulkChanges'
import { viewOf } from '../../resources/kit/resourceView'
import { Button } from '../../ui/antd/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { saveAsFile } from '../../ui/files/saveAsFile'
import { RecordLink } from '../../ui/page/RecordLink'
import { PlainTable } from '../../ui/table/PlainTable'
import { counted } from '../../ui/value/numbers'
import { explainedIn } from './texts'

/** Records shown; all of them are in the download. */
const shownRecords = 100

interface ReasonsDialogProps {
  change: BulkChange
  noun: readonly [one: string, several: string]
  close: () => void
}

const Name = ({ list, record: { record, name } }: { list: BulkChange['list']; record: BulkRecord }) => {
  const path = viewOf(list)?.path
  return path ? <RecordLink to={path(record)}>{name}</RecordLink> : <span translate="no">{name}</span>
}

/** The records that a change has left as they are, each with the reason, and their download (BULK-7). */
export const ReasonsDialog = ({ change, noun: [one, several], close }: ReasonsDialogProps) => {
  const { bulk_change_id: id, list } = change
  const { data, error, refetch } = useBulkRecordsQuery({ id, limit: shownRecords })
  const [read, { isFetching, error: notRead }] = useLazyBulkRecordsFileQuery()
  const download = async () => {
    const { data: text, isSuccess } = await read(id)
    // After a failure, data are those of an earlier success.
    if (isSuccess) saveAsFile(new Blob([text], { type: 'text/csv' }), 'refused.csv')
  }
  const title = `${counted(explainedIn(change), one, several)} left as they are`
  const more = data ? data.count - data.results.length : 0
  const problem = asApiError(notRead)
  const failure = data ? undefined : asApiError(error)
  return (
    <Dialog
      title={title}
      width={720}
      close={close}
      footer={
        <div className="dialog-actions">
          <div className="dialog-actions-apart">
            <BusyButton busy={isFetching} onClick={() => void download()}>
              Download as CSV
            </BusyButton>
          </div>
          <Button data-first-focus onClick={close}>
            Close
          </Button>
        </div>
      }
    >
      {failure && (
        <ErrorState
          inline
          title="The reasons could not be loaded."
          error={failure}
          retry={() => void refetch()}
        />
      )}
      {!failure && !data && <p role="status">Loading...</p>}
      {data && (
        <PlainTable
          aria-label={title}
          head={
            <>
              <th scope="col">Name</th>
              <th scope="col">Reason</th>
            </>
          }
        >
          {data.results.map((record) => (
            <tr key={record.record}>
              <td>
                <Name list={list} record={record} />
              </td>
              <td>{record.reason}</td>
            </tr>
          ))}
        </PlainTable>
      )}
      {more > 0 && <p className="quiet">and {counted(more, 'other')} in the download</p>}
      {problem && (
        <p role="alert" className="problem">
          {problem.detail}
        </p>
      )}
    </Dialog>
  )
}
