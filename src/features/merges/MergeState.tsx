import {
  keptBackText,
  maxKeptBack,
  type KeptBack,
  type Merge,
  type MergeState as State,
} from '../../contract/merges'
import { withArticle } from '../../contract/notificationText'
import { labelOf } from '../../resources/kit/HistoryChanges'
import { nounOf } from '../../resources/kit/resourceView'
import { useFieldMeta } from '../../resources/kit/useFieldMeta'
import { Disclosure } from '../../ui/value/Disclosure'

const stateTexts: Readonly<Record<State, string>> = {
  running: 'Under way',
  done: 'Merged',
  undoing: 'Being taken back',
  undone: 'Taken back',
}

/** Values that are named; the others are counted. */
const maxNamed = 10

/** 'Legal Entity of Bid 7'; 'a note' of what has no name, or no such field that the product shows. */
const KeptValue = ({ of: { resource, record, name, field } }: { of: KeptBack }) => {
  const meta = useFieldMeta(resource)
  const label = meta && labelOf(meta, field)
  // Notes and links have no name but their number.
  if (name === '' || name === `#${record}`) return <li>{withArticle(nounOf(resource))}</li>
  return (
    <li>
      {label && `${label} of `}
      <span translate="no">{name}</span>
    </li>
  )
}

/** What has become of a merge; of one that was taken back, what was changed since and so left as it was (DUP-5). */
export const MergeState = ({ merge: { state, kept_back: left } }: { merge: Merge }) => {
  if (left.length === 0) return stateTexts[state]
  const rest = left.length - maxNamed
  return (
    <Disclosure title={`${stateTexts[state]}, ${keptBackText(left)} changed since and left`}>
      <ul className="merge-left">
        {left.slice(0, maxNamed).map((one) => (
          <KeptValue key={`${one.resource} ${one.record} ${one.field}`} of={one} />
        ))}
        {rest > 0 && (
          <li className="quiet">
            and {rest} {left.length < maxKeptBack ? 'more' : 'or more'}
          </li>
        )}
      </ul>
    </Disclosure>
  )
}
