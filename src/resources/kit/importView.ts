import type { ResourceName } from '../../contract'
import { importKinds, type ImportKind, type ImportName } from '../../contract/imports'
import type { Column } from '../../ui/table/columns'
import { columnOf } from './columnOf'
import type { FieldName, RecordFieldMeta } from './fieldMeta'

type Kind<I extends ImportName> = (typeof importKinds)[I]

/** The fields of an import's rows, the shared one included. */
type ImportedField<I extends ImportName> = (
  keyof Kind<I>['columns'] | (Kind<I>['target'] extends string ? Kind<I>['target'] : never)
) &
  FieldName<Kind<I>['resource']>

/** A column that an import needs, shown as it would be stored. */
export interface ImportColumn extends Pick<Column<never>, 'key' | 'title' | 'align'> {
  isRequired: boolean
  show: Column<Readonly<Record<string, unknown>>>['show']
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
  readonly columns: readonly ImportColumn[]
}

interface ImportTexts<I extends ImportName> extends Pick<ImportView, 'title' | 'help'> {
  of: RecordFieldMeta<Kind<I>['resource'], ImportedField<I>>
}

/** Declares how an import is shown: a column of the contract without metadata is a type error. */
export const defineImport = <I extends ImportName>(name: I, { of, ...texts }: ImportTexts<I>): ImportView => {
  const { columns, target }: ImportKind = importKinds[name]
  const fields = of as unknown as RecordFieldMeta<ResourceName>
  return {
    ...texts,
    name,
    target,
    of: fields,
    columns: Object.entries(columns).map(([key, { isOptional }]) => ({
      ...(columnOf(fields, key as FieldName<ResourceName>) as unknown as ImportColumn),
      isRequired: isOptional !== true,
    })),
  }
}
