import { useFormikContext } from 'formik'
import { useRow } from '../../../api/hooks'
import type { Row } from '../../../contract'
import { ConflictPanel } from '../../../ui/form/ConflictPanel'
import { fieldValue } from './FieldValue'
import { differing, labels, valuesFrom, type OpportunityValues } from './values'

interface ConflictProps {
  /** The opportunity as it was when the form began. */
  base: Row<'opportunities'>
  /** As it is now. */
  current: Row<'opportunities'>
  reload: () => void
  overwrite: () => void
}

/** Inside the form: who changed the opportunity meanwhile, and what, beside what has been typed (OPE-5). */
export const Conflict = ({ base, current, reload, overwrite }: ConflictProps) => {
  const { values } = useFormikContext<OpportunityValues>()
  const by = useRow('users', current.modified_by)?.username
  const was = valuesFrom(base)
  const theirs = valuesFrom(current)
  const touched = differing(values, was)
  return (
    <ConflictPanel
      by={by}
      at={current.modified_at}
      times={current.version - base.version}
      lines={differing(was, theirs).map((name) => ({
        label: labels[name],
        was: fieldValue(name, was),
        theirs: fieldValue(name, theirs),
        mine: touched.includes(name) ? fieldValue(name, values) : undefined,
      }))}
      reload={reload}
      overwrite={overwrite}
    />
  )
}
