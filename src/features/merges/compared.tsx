import type { ReactNode } from 'react'
import { fieldOf, type Row } from '../../contract'
import type { MergedResource } from '../../contract/duplicatePairs'
import { chosenFieldsOf } from '../../contract/merges'
import type { FieldMeta, FieldName, Known, RecordFieldMeta } from '../../resources/kit/fieldMeta'
import { valueOf, wordsIn } from '../../resources/kit/valueOf'
import type { MergeKind } from './kinds'

/** The record that is kept, and the one that is merged into it. */
export const sides = ['kept', 'merged'] as const
export type Side = (typeof sides)[number]

/** A field of two records. */
export interface ComparedField {
  name: string
  label: string
  /** Its values, the one of the record that is kept first; null where empty. */
  shown: readonly [ReactNode, ReactNode]
  /** Which of them is taken unless another one is chosen: that of the kept one, if it has any. */
  proposed: Side
}

type Values = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const isSame = (one: unknown, other: unknown) =>
  isEmpty(one) ? isEmpty(other) : JSON.stringify(one) === JSON.stringify(other)

/** Without links, which would open instead of being chosen, and as it is written: two values must not look the same. */
const shownIn = <N extends MergedResource>({ of }: MergeKind<N>, name: string, row: Row<N>): ReactNode => {
  const value = (row as Values)[name]
  if (isEmpty(value)) return null
  const { kind } = fieldOf(of.resource, name)
  if (kind === 'text') return String(value)
  if (kind === 'html') return wordsIn(String(value))
  if (kind !== 'signedUrl')
    return valueOf(of as unknown as RecordFieldMeta<N>, name as FieldName<N>, row as unknown as Known<N>)
  return name === 'logo' ? <img className="merge-logo" src={String(value)} alt="Logo" /> : 'Stored'
}

/** The fields of which a merge chooses a value: those that differ, and those that do not. Empty ones are left out. */
export function compared<N extends MergedResource>(
  kind: MergeKind<N>,
  [kept, merged]: readonly [Row<N>, Row<N>],
): { different: ComparedField[]; equal: ComparedField[] } {
  const meta = kind.of.fieldMeta as Readonly<Record<string, FieldMeta<N> | null>>
  const [one, other]: readonly Values[] = [kept, merged]
  const different: ComparedField[] = []
  const equal: ComparedField[] = []
  for (const name of chosenFieldsOf(kind.view.resource)) {
    const label = meta[name]?.label
    if (label === undefined || (isEmpty(one?.[name]) && isEmpty(other?.[name]))) continue
    const isLink = fieldOf(kind.view.resource, name).kind === 'signedUrl'
    // Signed addresses of one content differ.
    const list = !isLink && isSame(one?.[name], other?.[name]) ? equal : different
    list.push({
      name,
      label,
      shown: [shownIn(kind, name, kept), shownIn(kind, name, merged)],
      proposed: isEmpty(one?.[name]) ? 'merged' : 'kept',
    })
  }
  return { different, equal }
}
