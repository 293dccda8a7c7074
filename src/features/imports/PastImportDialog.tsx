import { useUndoImportMutation } from '../../api/importsApi'
import { asApiError } from '../../api/kit/errors'
import { useIsAllowed } from '../../api/kit/hooks'
import { importKinds, type PastImport } from '../../contract/imports'
import { countsText, ImportProgress, Kept, Preview, Refused } from '../../resources/kit/ImportParts'
import { useImportAnswer } from '../../resources/kit/useImportAnswer'
import { RecordBars } from '../../resources/kit/RecordPage'
import { Button } from '../../ui/antd/Button'
import { Dialog } from '../../ui/dialog/Dialog'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { useRequestKeys } from '../../ui/form/useRequestKeys'
import { DateText } from '../../ui/value/DateText'
import { DescriptionList } from '../../ui/value/DescriptionList'
import { fileNameOf, kinds, kindText, stateNames } from './kinds'

interface PastImportDialogProps {
  of: PastImport
  close: () => void
}

/** A past import: its rows, the refused ones, and its undo for users who may create its rows (GAS-7). */
export const PastImportDialog = ({ of, close }: PastImportDialogProps) => {
  const { import_id: id, kind: name } = of
  const { view } = kinds[name]
  const { data: answer, error, refetch } = useImportAnswer({ name, id })
  const [undo, { isLoading, error: failure }] = useUndoImportMutation()
  const keyFor = useRequestKeys()
  const mayUndo = useIsAllowed(importKinds[name].resource, 'create') && answer?.state === 'committed'
  const problem = asApiError(error)
  const refusal = asApiError(failure)
  const footer = (
    <div className="dialog-actions">
      {mayUndo && (
        <div className="dialog-actions-apart">
          <BusyButton busy={isLoading} onClick={() => void undo({ name, id, key: keyFor(['undo', id]) })}>
            Undo
          </BusyButton>
        </div>
      )}
      <Button disabled={isLoading} onClick={close}>
        Close
      </Button>
    </div>
  )
  return (
    <Dialog title={fileNameOf(of)} width={840} close={close} busy={isLoading} footer={footer}>
      {answer ? (
        <div className="import-step">
          <DescriptionList
            title="Import"
            facts={[
              { label: 'Kind', value: kindText(of) },
              { label: 'State', value: <span role="status">{stateNames[answer.state]}</span> },
              { label: 'By', value: of.created_by_name },
              { label: 'Uploaded', value: <DateText value={of.created_at} format="moment" /> },
              {
                label: 'Stored',
                value: of.committed_at && <DateText value={of.committed_at} format="moment" />,
              },
              { label: 'Rows', value: countsText(view, answer) },
            ]}
          />
          {refusal && (
            <p role="alert" className="problem">
              {refusal.detail}
            </p>
          )}
          <ImportProgress answer={answer} />
          <Preview columns={view.columns} answer={answer} />
          <Refused view={view} answer={answer} />
          <Kept answer={answer} />
        </div>
      ) : problem ? (
        <ErrorState title="The import could not be loaded." error={problem} retry={() => void refetch()} />
      ) : (
        <RecordBars />
      )}
    </Dialog>
  )
}
