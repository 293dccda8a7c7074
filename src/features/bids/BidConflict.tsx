import { useFormikContext } from 'formik'
import { useRow } from '../../api/hooks'
import type { Row } from '../../contract'
import { ConflictPanel } from '../../ui/form/ConflictPanel'
import { fieldsInOrder, labels, valuesFrom, type BidValues } from './values'
import { valueText } from './valueText'

interface BidConflictProps {
  /** The bid as it was when the form began. */
  base: Row<'bids'>
  /** As it is now. */
  current: Row<'bids'>
  reload: () => void
  overwrite: () => void
}

/** The fields in which two states differ. */
const differing = (one: BidValues, other: BidValues) =>
  fieldsInOrder.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))

/** Inside the form: who changed the bid meanwhile, and what, beside what has been typed (OPE-5). */
export const BidConflict = ({ base, current, reload, overwrite }: BidConflictProps) => {
  const { values } = useFormikContext<BidValues>()
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
        was: valueText(name, was),
        theirs: valueText(name, theirs),
        mine: touched.includes(name) ? valueText(name, values) : undefined,
      }))}
      reload={reload}
      overwrite={overwrite}
    />
  )
}
