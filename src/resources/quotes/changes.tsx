import { useRow } from '../../api/kit/hooks'
import type { ApiError } from '../../api/kit/errors'
import type { Row } from '../../contract'
import { fieldMetaOf } from '../kit/fieldMeta'
import { valueOf } from '../kit/valueOf'
import { quoteFieldMeta } from './fieldMeta'
import { layout } from './layout'

type Quote = Row<'quotes'>

const compared = [...layout.names, 'state'] as const

/** The fields of the form, and the state, in which two versions of a quote differ. */
export const changedFields = (was: Quote, current: Quote) =>
  compared.filter((name) => was[name] !== current[name])

const Changes = ({ was, current }: { was: Quote; current: Quote }) => {
  const by = useRow('users', current.modified_by)?.username
  const shown = (name: (typeof compared)[number], of: Quote) => valueOf(quoteFieldMeta, name, of) || '–'
  return (
    <>
      {by !== undefined && <>Changed by {by}. </>}
      {changedFields(was, current).map((name) => (
        <span key={name} className="quote-change">
          {fieldMetaOf(quoteFieldMeta, name).label}: {shown(name, was)} → {shown(name, current)}
        </span>
      ))}
    </>
  )
}

/** By whom and in what a quote was changed since it was looked at, of a refusal that tells its current version (GAS-2). */
export const explainRefusal = (was: Quote) => {
  const explain = ({ current }: ApiError) =>
    current ? <Changes was={was} current={current as unknown as Quote} /> : null
  return explain
}
