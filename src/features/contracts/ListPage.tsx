import { contractsApi } from '../../api/contractsApi'
import { isDraft } from '../../contract/contracts'
import { noticeDays } from '../../contract/day'
import { renewalBuckets } from '../../contract/gas/choices'
import { columns } from '../../resources/contracts/columns'
import { fieldMeta } from '../../resources/contracts/fieldMeta'
import { bucketName, contractListRules } from '../../resources/contracts/listRules'
import { contractImport } from '../../resources/contracts/import'
import { contracts } from '../../resources/contracts/resource'
import { ChoiceFilter } from '../../resources/kit/ChoiceFilter'
import { CrudList } from '../../resources/kit/CrudList'
import { ImportButton } from '../../resources/kit/ImportButton'
import type { ListControl } from '../../ui/list/useListState'
import { lazyDialogs } from '../../ui/list/useRowDialogs'

const dialogs = lazyDialogs(() => import('./dialogs'))

/** Filters by how many days are left; the choice is in the URL (CTR-7). */
const BucketFilter = ({ list: { state, act } }: { list: ListControl }) => (
  <label className="list-size line">
    Ends
    <select
      value={state.filters['bucket'] ?? ''}
      onChange={({ target }) => act({ type: 'filtered', name: 'bucket', value: target.value || null })}
    >
      <option value="">At any time</option>
      {renewalBuckets.map((bucket) => (
        <option key={bucket} value={bucket}>
          {bucketName(bucket)}
        </option>
      ))}
    </select>
  </label>
)

const dueFilters = { notice_within: String(noticeDays), enrollment_late: 'true' } as const
type Due = keyof typeof dueFilters

/** Filters by what is due: notice soon, or an enrollment that is late; the choice is in the URL (RDY-4, CTR-5). */
const DueFilter = ({ list: { state, act } }: { list: ListControl }) => {
  const names = Object.keys(dueFilters) as Due[]
  const choose = (chosen: string) =>
    act({
      type: 'filtersChosen',
      filters: Object.fromEntries(names.map((name) => [name, name === chosen ? dueFilters[name] : null])),
    })
  return (
    <label className="list-size line">
      Due
      <select
        value={names.find((name) => state.filters[name] !== undefined) ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">Anything</option>
        <option value="notice_within">Notice</option>
        <option value="enrollment_late">Enrollment</option>
      </select>
    </label>
  )
}

/** /mpg/contracts (CTR-1) */
export const Page = () => (
  <CrudList
    api={contractsApi}
    view={contracts}
    columns={columns}
    dialogs={dialogs}
    rules={contractListRules}
    isRemovable={isDraft}
    actions={<ImportButton view={contractImport} label="Import Contracts" />}
    filters={(list) => (
      <>
        <ChoiceFilter list={list} of={fieldMeta} name="state" />
        <BucketFilter list={list} />
        <DueFilter list={list} />
      </>
    )}
  />
)
