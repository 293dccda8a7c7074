import { useFormikContext } from 'formik'
import { useAppSelector, useRow } from '../../api/kit/hooks'
import type { ResourceName } from '../../contract'
import { selectCurrentUser } from '../../store/currentUser'
import type { FormStatus } from '../../ui/form/useProblem'
import { useSubmission } from '../../ui/form/useSubmission'
import { nounOf } from './resourceView'
import type { RecordFormState } from './useRecordForm'
import './changed-meanwhile.css'

interface ChangedMeanwhileProps<N extends ResourceName, V extends object> {
  form: RecordFormState<N, V>
  known: NonNullable<RecordFormState<N, V>['known']>
}

/** The version that is shown in the conflict panel already. */
const shownIn = (status: FormStatus) => {
  const version = status?.error.current?.['version']
  return typeof version === 'number' ? version : 0
}

/**
 * In a form with unsaved input: announces that its record has a newer version, with a link to the differences. The
 * form's values stay (OPE-5).
 */
export const ChangedMeanwhile = <N extends ResourceName, V extends object>({
  form: { fieldMeta, builtOn = 0 },
  known,
}: ChangedMeanwhileProps<N, V>) => {
  const { dirty, values, setStatus, ...formik } = useFormikContext<V>()
  const { isBusy } = useSubmission()
  const { modified_by } = known as { modified_by?: number | null }
  const by = useRow('users', modified_by)?.username
  const own = useAppSelector(selectCurrentUser)
  const isBehind = dirty && !isBusy && known.version > Math.max(builtOn, shownIn(formik.status as FormStatus))
  const what = nounOf(fieldMeta.resource)
  const who = modified_by === own?.id ? 'You have, elsewhere,' : `${by ?? 'Somebody else'} has`

  const show = () => {
    const error = { status: 409, code: 'stale_version', detail: '', current: known }
    setStatus({ error, values } satisfies FormStatus)
  }

  return (
    <div role="status" className="changed-meanwhile row-apart tinted">
      {isBehind && (
        <>
          <p>
            {who} changed this {what} meanwhile. What you have typed is still here.
          </p>
          <button type="button" className="link-button" onClick={show}>
            Show changes
          </button>
        </>
      )}
    </div>
  )
}
