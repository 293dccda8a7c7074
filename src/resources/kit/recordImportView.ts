import type { ResourceName } from '../../contract'
import { isRelation } from '../../contract/fields'
import {
  importedFieldsOf,
  isFillable,
  isNeeded,
  rulesOf,
  type RecordImport,
} from '../../contract/recordImports'
import { capitalizedWords } from '../../contract/formats'
import { columnOf } from './columnOf'
import { fieldMetaOf, type FieldName, type RecordFieldMeta } from './fieldMeta'
import type { ImportColumn, ImportView } from './importView'
import { lazyComponent } from '../../ui/page/lazyComponent'

// Only those who have chosen a file see it, but the button stands on the lists.
const Options = lazyComponent(
  async () => (await import('./RecordImportOptions')).RecordImportOptions,
  'The options of the file could not be loaded.',
)

type AnyFields = RecordFieldMeta<ResourceName>

interface RecordImportParts {
  of: { readonly resource: RecordImport; readonly fieldMeta: object }
  /** Of the link to an organization, where there is one. */
  linkOf?: { readonly resource: ResourceName; readonly fieldMeta: object }
}

/** Declares how an import of records is shown: its columns follow from the contract and the metadata of its fields (IMP-1). */
export const defineRecordImport = ({ of, linkOf }: RecordImportParts): ImportView => {
  const { resource: name } = of
  const { link } = rulesOf(name)
  const columns = importedFieldsOf(name).map((imported): ImportColumn => {
    const { name: key, field, isOfLink } = imported
    const fields = (isOfLink ? (linkOf ?? of) : of) as AnyFields
    const column = key as FieldName<ResourceName>
    return {
      ...columnOf(fields, column),
      title: fieldMetaOf(fields, column).label,
      isRequired: isNeeded(imported),
      ...(isFillable(imported) && {
        choices: imported.field.options.map((value) => ({
          value,
          label: fieldMetaOf(fields, column).nameOf?.(value as never) ?? value,
        })),
      }),
      // What a cell names is told by its name.
      ...(isRelation(field) && { show: (row) => row[key] as string | null }),
    }
  })
  return {
    name,
    title: `Import ${capitalizedWords(name)}`,
    help: link
      ? 'Each row is a record, and its links to the organizations that it names. Empty cells erase nothing.'
      : 'Each row is a record. Empty cells erase nothing.',
    of,
    target: null,
    targetOf: of,
    Options,
    counts: { new: 'new', same: 'unchanged or skipped', replaced: 'changed', refused: 'refused' },
    columns: [
      {
        key: 'becomes',
        title: 'What Happens',
        isRequired: false,
        isOfAnswer: true,
        show: (row) => row['becomes'] as string,
      },
      ...columns,
    ],
  }
}
