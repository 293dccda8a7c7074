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

/** Filters by notice that is due soon; the choice is in the URL (RDY-4). */
const NoticeFilter = ({ list: { state, act } }: { list: ListControl }) => (
  <label className="list-size line">
    Notice
    <select
      value={state.filters['notice_within'] ?? ''}
      onChange={({ target }) => act({ type: 'filtered', name: 'notice_within', value: target.value || null })}
    >
      <option value="">At any time</option>
      <option value={noticeDays}>Due in {noticeDays} days</option>
    </select>
  </label>
)

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
        <NoticeFilter list={list} />
      </>
    )}
  />
)
