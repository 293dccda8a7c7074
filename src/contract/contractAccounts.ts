import { choice, date, id, one, resource, stamps, text, trashed } from './fields'

/** Utility accounts under contracts, and the days on which they flow (CTR-4). */
export const contractAccounts = resource({
  name: 'contractAccounts',
  path: '/api/mpg/contract-accounts/',
  title: 'Contract account',
  idField: 'contract_account_id',
  fields: {
    contract_account_id: id(),
    contract: one('contracts', { required: true }),
    utility_account: one('utilityAccounts', { required: true }),
    flow_start: date({ readOnly: true, apiDescription: 'Null until a read of its meters tells.' }),
    flow_end: date({
      readOnly: true,
      apiDescription: 'The last day; null until a read of its meters tells.',
    }),
    enroll_by: date({
      readOnly: true,
      apiDescription: 'The last day to enroll it, by the rule of its utility; null where that has none.',
    }),
    status: choice(['pending', 'enrolled', 'flowing', 'dropped', 'ended'], { default: 'pending' }),
    drop_reason: text(),
    ...stamps,
    ...trashed,
  },
  orderings: ['flow_start', 'flow_end', 'enroll_by', 'status', 'created_at', 'modified_at'],
  defaultOrdering: 'enroll_by',
  filters: ['contract', 'utility_account', 'status'],
  trash: true,
})
