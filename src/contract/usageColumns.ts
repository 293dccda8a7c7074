/** The columns of a utility's file of bill periods, by the headers that utilities give them (USE-11). */
import { gasUnits } from './gas/choices'
import { unitWords } from './writtenUnits'

const quantities = ['usage', 'quantity', 'qty', 'consumption', 'billed usage', 'volume', 'gas usage']
const allUnits = gasUnits.flatMap((unit) => unitWords[unit])

/** Headers of quantities: 'usage', 'therms', and both as in 'usage (therms)'; those that name a unit are not guessed at. */
const quantityHeaders = [
  ...quantities,
  ...quantities.flatMap((name) => allUnits.flatMap((unit) => [`${name} (${unit})`, `${name} ${unit}`])),
  ...allUnits.flatMap((unit) => [unit, `${unit} used`, `${unit} usage`, `billed ${unit}`, `total ${unit}`]),
  'amount used',
  'usage amount',
  'total usage',
]

/** Names with the endings that mean a number. */
export const numbered = (...names: string[]) =>
  names.flatMap((name) => [
    name,
    ...['number', 'no', 'no.', 'nbr', 'num', '#', 'id'].map((end) => `${name} ${end}`),
  ])

export const usageColumns = {
  account_number: {
    synonyms: numbered('account', 'ldc account', 'ldc acct', 'utility account', 'acct', 'customer account'),
    isOptional: true,
  },
  meter_number: { synonyms: [...numbered('meter'), 'meter serial number', 'meter serial'], isOptional: true },
  read_from: {
    synonyms: [
      ...['from', 'from date', 'read from', 'start', 'start date', 'begin', 'begin date', 'period start'],
      ...['service from', 'service start', 'service from date', 'service start date', 'bill start'],
      ...['bill start date', 'previous read date', 'prior read date', 'previous read', 'usage start date'],
    ],
  },
  read_to: {
    synonyms: [
      ...[
        'to',
        'to date',
        'read to',
        'end',
        'end date',
        'period end',
        'through',
        'service to',
        'service end',
      ],
      ...['service to date', 'service end date', 'bill end', 'bill end date', 'usage end date'],
      ...['current read date', 'read date', 'meter read date', 'reading date'],
    ],
  },
  quantity: { synonyms: quantityHeaders },
  unit: { synonyms: ['unit', 'units', 'uom', 'unit of measure', 'usage unit'], isOptional: true },
  read_type: {
    synonyms: [
      ...['read type', 'reading type', 'read code', 'a/e', 'act/est', 'actual/estimated', 'est/act'],
      ...['actual or estimated', 'type of read'],
    ],
    isOptional: true,
  },
  bill_type: {
    synonyms: [
      ...['bill type', 'transaction type', 'transaction', 'row type', 'record type', 'cancel/rebill'],
    ],
    isOptional: true,
  },
  heat_content: {
    synonyms: ['heat content', 'btu factor', 'therm factor', 'heating value', 'mmbtu per mcf', 'mmbtu/mcf'],
    isOptional: true,
  },
  commodity_cost: {
    synonyms: ['commodity cost', 'gas cost', 'supply cost', 'commodity charges', 'supply charges'],
    isOptional: true,
  },
} as const satisfies Record<string, { readonly synonyms: readonly string[]; readonly isOptional?: true }>
