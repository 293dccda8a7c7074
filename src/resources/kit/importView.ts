import type { ComponentType } from 'react'
import type { ResourceName } from '../../contract'
import {
  importKinds,
  type ImportAnswer,
  type ImportCounts,
  type ImportKind,
  type ImportName,
} from '../../contract/imports'
import type { RecordImport } from '../../contract/recordImports'
import type { Column } from '../../ui/table/columns'
import { columnOf } from './columnOf'
import type { FieldName, RecordFieldMeta } from './fieldMeta'
import type { ImportControl } from './useImport'

/** The kinds whose columns are said one by one. */
type PlainImport = Exclude<ImportName, RecordImport>
type Kind<I extends PlainImport> = (typeof importKinds)[I]

/** The fields of an import's rows, the shared one included. */
type ImportedField<I extends PlainImport> = (
  | keyof Kind<I>['columns']
  | (Kind<I>['target'] extends string ? Kind<I>['target'] : never)
) &
  FieldName<Kind<I>['resource']>

/** A column that an import needs, shown as it would be stored. */
export interface ImportColumn extends Pick<Column<never>, 'key' | 'title' | 'align'> {
  isRequired: boolean
  /** Whether the server says it of each row, and no column of the file does. */
  isOfAnswer?: true
  /** What all new records may have where no column of the file gives it (IMP-14). */
  choices?: readonly { readonly value: string; readonly label: string }[]
  show: Column<Readonly<Record<string, unknown>>>['show']
}

/** What the answers given beside a file are made from. */
export interface ImportOptionsProps {
  view: Pick<ImportView, 'name'>
  answer: ImportAnswer
  control: ImportControl
}

/** How an import is shown. */
export interface ImportView {
  readonly name: ImportName
  /** 'Import Market Holidays' */
  readonly title: string
  /** What a file replaces. */
  readonly help: string
  /** The resource of the rows, with the metadata of their fields. */
  readonly of: RecordFieldMeta<ResourceName>
  /** The field of the record that all rows belong to; null where they belong to none. */
  readonly target: string | null
  /** The metadata of that field, which the rows need not have. */
  readonly targetOf: RecordFieldMeta<ResourceName>
  /** Asks for what a file leaves open. */
  readonly Options: ComponentType<ImportOptionsProps> | null
  readonly columns: readonly ImportColumn[]
  /** What the counts of its rows are called. */
  readonly counts: Readonly<Record<keyof ImportCounts, string>>
}

/** Of rows that are stored, beside others or in their place. */
const plainCounts: ImportView['counts'] = {
  new: 'new',
  same: 'the same',
  replaced: 'replaced',
  refused: 'refused',
}

/** Columns of a file that are no fields of its rows. */
type OtherColumn<I extends PlainImport> = Exclude<
  keyof Kind<I>['columns'] & string,
  FieldName<Kind<I>['resource']>
>

interface OtherColumnText {
  title: string
  /** What it shows of a row, where that is more than a text. */
  show?: ImportColumn['show']
}

type ImportTexts<I extends PlainImport> = Pick<ImportView, 'title' | 'help'> & {
  of: RecordFieldMeta<Kind<I>['resource'], ImportedField<I>>
  /** Has the field of the target, where the rows have not. */
  targetOf?: { readonly resource: ResourceName; readonly fieldMeta: object }
  Options?: ComponentType<ImportOptionsProps>
} & ([OtherColumn<I>] extends [never]
    ? { others?: never }
    : { others: Readonly<Record<OtherColumn<I>, OtherColumnText>> })

/** Declares how an import is shown: a column of the contract without metadata is a type error. */
export const defineImport = <I extends PlainImport>(
  name: I,
  { of, targetOf, others, Options, ...texts }: ImportTexts<I>,
): ImportView => {
  const { columns, target }: ImportKind = importKinds[name]
  const fields = of as unknown as RecordFieldMeta<ResourceName>
  const known: Readonly<Record<string, OtherColumnText>> = others ?? {}
  const shownOf = (key: string): Omit<ImportColumn, 'isRequired'> => {
    const other = known[key]
    return other
      ? { key, show: (row) => row[key] as string | null, ...other }
      : columnOf(fields, key as FieldName<ResourceName>)
  }
  return {
    ...texts,
    name,
    target,
    counts: plainCounts,
    of: fields,
    targetOf: targetOf ?? of,
    Options: Options ?? null,
    columns: Object.entries(columns).map(([key, { isOptional }]) => ({
      ...shownOf(key),
      isRequired: isOptional !== true,
    })),
  }
}
