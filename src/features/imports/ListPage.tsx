import { useMemo, useState } from 'react'
import { usePastImportsQuery } from '../../api/importsApi'
import { importNames, type ImportName, type PastImport } from '../../contract/imports'
import { capitalized } from '../../contract/formats'
import { Button } from '../../ui/antd/Button'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { pageArgs } from '../../ui/list/listArgs'
import { Pagination } from '../../ui/list/Pagination'
import { useAnsweredPage } from '../../ui/list/useAnsweredPage'
import { useListState } from '../../ui/list/useListState'
import { PageHeader } from '../../ui/page/PageHeader'
import type { Column } from '../../ui/table/columns'
import { ResourceTable } from '../../ui/table/ResourceTable'
import { DateText } from '../../ui/value/DateText'
import { formatNumber } from '../../ui/value/numbers'
import { fileNameOf, kinds, kindText, stateNames } from './kinds'
import '../../ui/list/list-toolbar.css'
import './imports.css'

const PastImportDialog = lazyDialog(async () => (await import('./PastImportDialog')).PastImportDialog)

/** The newest first; what they can be filtered by is in the address. */
const rules = {
  orderings: [],
  defaultOrdering: '',
  filters: ['kind'],
  fields: { kind: { kind: 'choice', options: importNames } },
}

const columnsOf = (open: (row: PastImport) => void): Column<PastImport>[] => [
  {
    key: 'filename',
    title: 'File',
    isName: true,
    width: '24%',
    show: (row) => (
      <Button
        type="link"
        size="small"
        className="import-file"
        aria-haspopup="dialog"
        onClick={() => open(row)}
      >
        <bdi translate="no">{fileNameOf(row)}</bdi>
      </Button>
    ),
  },
  { key: 'kind', title: 'Kind', hasLine: true, show: kindText },
  { key: 'state', title: 'State', width: '10%', show: ({ state }) => stateNames[state] },
  {
    key: 'created_at',
    title: 'When',
    width: '15%',
    isTall: true,
    show: ({ created_at }) => <DateText value={created_at} format="moment" />,
  },
  { key: 'created_by', title: 'By', width: '12%', show: ({ created_by_name }) => created_by_name },
  ...(['new', 'replaced', 'refused'] as const).map((count): Column<PastImport> => ({
    key: count,
    title: capitalized(count),
    width: '8%',
    align: 'right',
    show: ({ counts }) => formatNumber(counts[count]),
  })),
]

/** /mpg/imports: what was imported, of all kinds, the newest first (GAS-7). */
export const Page = () => {
  const list = useListState(rules)
  const { filters } = list.state
  const kind = (filters['kind'] ?? null) as ImportName | null
  const query = usePastImportsQuery({ kind, ...pageArgs(list.state) }, { refetchOnMountOrArgChange: true })
  const [opened, setOpened] = useState<PastImport | null>(null)
  const columns = useMemo(() => columnsOf(setOpened), [])
  const answered = useAnsweredPage(list, query, ({ results, count }) => ({ rows: results, count }))
  return (
    <>
      <PageHeader title="Imports" />
      <div className="list-toolbar">
        <label className="list-size line">
          Kind
          <select
            value={kind ?? ''}
            onChange={({ target }) =>
              list.act({ type: 'filtered', name: 'kind', value: target.value === '' ? null : target.value })
            }
          >
            <option value="">All</option>
            {importNames.map((name) => (
              <option key={name} value={name}>
                {kinds[name].label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ResourceTable
        noun="imports"
        columns={columns}
        idOf={({ import_id }) => import_id}
        list={list}
        activeFilters={Object.keys(filters)}
        query={answered}
        emptyDescription="What is imported from files stands here."
        emptyAction={null}
      />
      <Pagination list={list} answered={answered} />
      {opened && <PastImportDialog of={opened} close={() => setOpened(null)} />}
    </>
  )
}
