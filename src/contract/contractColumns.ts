/** The columns of a file of contracts, by the headers that suppliers and brokers give them (CTR-1). */
import { monthlyVolumes } from './gas/choices'
import { numbered } from './usageColumns'

/** 'january volume', 'jan usage', 'jan' and the like of a month's field. */
function monthHeaders(field: (typeof monthlyVolumes)[number]): string[] {
  const name = field.slice(0, -'_volume'.length)
  return [name, name.slice(0, 3)].flatMap((month) => [
    month,
    ...['volume', 'usage', 'dth', 'quantity'].map((what) => `${month} ${what}`),
  ])
}

interface MonthColumn {
  readonly synonyms: readonly string[]
  readonly isOptional: true
}

const months = Object.fromEntries(
  monthlyVolumes.map((field): [string, MonthColumn] => [
    field,
    { synonyms: monthHeaders(field), isOptional: true },
  ]),
) as Record<(typeof monthlyVolumes)[number], MonthColumn>

export const contractColumns = {
  contract_number: {
    synonyms: [...numbered('contract', 'agreement', 'deal', 'supplier contract'), 'contract reference'],
    isOptional: true,
  },
  customer: {
    synonyms: [
      ...['customer', 'customer name', 'organization', 'organization name', 'legal entity', 'company'],
      ...['company name', 'client', 'client name', 'account name', 'legal name'],
    ],
  },
  supplier_name: {
    synonyms: ['supplier', 'supplier name', 'vendor', 'vendor name', 'seller', 'provider', 'marketer'],
    isOptional: true,
  },
  accounts: {
    synonyms: [
      ...numbered('account', 'ldc account', 'ldc acct', 'utility account', 'acct'),
      ...['accounts', 'account numbers', 'utility accounts', 'ldc accounts'],
    ],
    isOptional: true,
  },
  start_date: {
    synonyms: [
      ...['start date', 'start', 'contract start', 'contract start date', 'effective date', 'flow date'],
      ...['term start', 'begin date', 'flow start', 'delivery start', 'from'],
    ],
  },
  term: {
    synonyms: ['term', 'term (months)', 'term months', 'months', 'contract term', 'length', 'duration'],
    isOptional: true,
  },
  end_date: {
    synonyms: [
      ...['end date', 'end', 'contract end', 'contract end date', 'expiration date', 'expiry', 'expires'],
      ...['expiry date', 'expiration', 'term end', 'flow end', 'to', 'through'],
    ],
    isOptional: true,
  },
  signed_on: {
    synonyms: [
      ...['signed on', 'signed', 'signed date', 'date signed', 'signature date', 'sign date'],
      ...['execution date', 'executed', 'executed on', 'contract date'],
    ],
    isOptional: true,
  },
  pricing_type: {
    synonyms: ['pricing type', 'price type', 'pricing', 'product', 'product type', 'type'],
    isOptional: true,
  },
  price: {
    synonyms: [
      ...['price', 'contract price', 'rate', 'contract rate', 'adder', 'price/adder', 'commodity price'],
      ...['price ($/dth)', 'price ($/th)', 'price ($/mcf)', 'price ($/ccf)', 'rate ($/dth)', 'rate ($/th)'],
    ],
    isOptional: true,
  },
  price_unit: {
    synonyms: ['price unit', 'price per', 'rate unit', 'unit', 'units', 'uom'],
    isOptional: true,
  },
  pricing_point: { synonyms: ['pricing point', 'delivery point', 'point'], isOptional: true },
  swing: { synonyms: ['swing', 'bandwidth', 'band', 'tolerance', 'swing %'], isOptional: true },
  fee: {
    synonyms: [
      ...['fee', 'broker fee', 'commission', 'commission rate', 'margin', 'broker margin', 'fee ($/dth)'],
      ...['fee ($/th)', 'broker fee ($/dth)', 'broker fee ($/th)'],
    ],
    isOptional: true,
  },
  fee_unit: { synonyms: ['fee unit', 'fee per', 'broker fee unit', 'commission unit'], isOptional: true },
  start_rule: { synonyms: ['start rule', 'flow starts', 'start by'], isOptional: true },
  after_end: {
    synonyms: ['after end', 'after the end', 'after term', 'post term', 'renewal terms', 'renewal type'],
    isOptional: true,
  },
  notice_days: {
    synonyms: ['notice days', 'notice', 'notice period', 'notice (days)', 'termination notice'],
    isOptional: true,
  },
  notice_kind: {
    synonyms: ['notice kind', 'notice type', 'days of notice', 'days of notice are'],
    isOptional: true,
  },
  notice_open_days: {
    synonyms: ['notice open days', 'notice opens', 'notice window opens', 'window opens'],
    isOptional: true,
  },
  ...months,
  volume_unit: { synonyms: ['volume unit', 'usage unit', 'quantity unit'], isOptional: true },
  notes: { synonyms: ['notes', 'note', 'comments', 'comment', 'remarks'], isOptional: true },
} as const satisfies Record<string, { readonly synonyms: readonly string[]; readonly isOptional?: true }>
