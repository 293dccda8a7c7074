import { contract, type Row } from '../../contract'
import { noticeDays } from '../../contract/day'
import { contractStates, renewalBuckets, type RenewalBucket } from '../../contract/gas/choices'
import type { ListRules } from '../../ui/list/listState'

/** The rules of the list of contracts: those of the contract, and the filters by state, bucket, notice and enrollment (CTR-5, CTR-7, RDY-4). */
export const contractListRules: ListRules = {
  ...contract.contracts,
  filters: [...contract.contracts.filters, 'state', 'bucket', 'notice_within', 'enrollment_late'],
  fields: {
    ...contract.contracts.fields,
    state: { kind: 'choice', options: contractStates },
    bucket: { kind: 'choice', options: renewalBuckets.map(String) },
    notice_within: { kind: 'choice', options: [String(noticeDays)] },
    enrollment_late: { kind: 'choice', options: ['true'] },
  },
}

/** The days to the end in a bucket: 'In 31 to 60 days'. */
export function bucketName(bucket: RenewalBucket): string {
  const before = renewalBuckets[renewalBuckets.indexOf(bucket) - 1]
  return `In ${before === undefined ? 0 : before + 1} to ${bucket} days`
}

/** The rules of the renewal page: the next notice first (CTR-8). */
export const renewalListRules: ListRules = {
  ...contractListRules,
  defaultOrdering: 'notice_by',
  filters: ['supplier', 'organization', 'opportunity', 'sales_represented', 'bucket'],
}

/** The contracts of the renewal page: those that are lost unless they are renewed. */
export const renewalsWithin = { at_stake: 'true' } as const

/** Whether renew/ makes an opportunity for a contract (CTR-9). */
export const isRenewable = ({ signed_on, renewal }: Row<'contracts'>): boolean =>
  signed_on !== null && renewal === null
