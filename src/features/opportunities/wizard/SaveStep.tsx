import { Button } from '../../../ui/antd/Button'
import { useFormikContext } from 'formik'
import { counted } from '../../../ui/value/numbers'
import { PendingFiles } from '../../../resources/files/PendingFiles'
import type { useUploads } from '../../../resources/files/useUploads'

interface SaveStepProps {
  isMade: boolean
  uploads: ReturnType<typeof useUploads>
  retry: () => void
  goOn: () => void
}

/** Creates the opportunity, then uploads its files; failed ones can be retried or skipped. */
export const SaveStep = ({ isMade, uploads, retry, goOn }: SaveStepProps) => {
  const { isSubmitting } = useFormikContext()
  const failed = uploads.files.filter(({ progress }) => progress.step !== 'uploaded').length
  const hasStopped = isMade && !isSubmitting && !uploads.isRunning && failed > 0
  return (
    <div className="save-step">
      <p role="status">
        {!isMade && (
          <>
            <span className="spinner" aria-hidden /> Creating the opportunity…
          </>
        )}
        {isMade && !hasStopped && (
          <>
            <span className="spinner" aria-hidden /> The opportunity has been created. Uploading its files…
          </>
        )}
      </p>
      {hasStopped && (
        <div className="form-problems" role="alert">
          <p>
            <strong>The opportunity has been created.</strong> {counted(failed, 'file')} could not be
            uploaded.
          </p>
        </div>
      )}
      {isMade && <PendingFiles uploads={uploads} withTags complete />}
      {hasStopped && (
        <div className="save-actions">
          <Button type="primary" onClick={retry}>
            Retry
          </Button>
          <Button onClick={goOn}>Go on without them</Button>
        </div>
      )}
    </div>
  )
}
