import type { Row } from '../../../src/contract'

/**
 * Names and texts of demo files with the placeholders {customer}, {city}, {state}, {year} (the last one), {next} (the
 * coming one), {volume}.
 */
export interface FileWords {
  filename: string
  tags: Row<'files'>['tags']
  /** 'usage' and 'meters' are tables, 'chart' is an image: they hold figures of the customer instead of lines. */
  kind: 'letter' | 'text' | 'usage' | 'meters' | 'chart'
  title: string
  lines: readonly string[]
}

export const letterOfAuthorization: FileWords = {
  filename: 'LOA {customer}.pdf',
  tags: ['LOA'],
  kind: 'letter',
  title: 'Letter of authorization',
  lines: [
    '{customer}, {city}, {state}, lets its broker ask the utility',
    'for the usage history of all accounts on the attached list.',
    '',
    'Valid for twelve months from the date of signature.',
  ],
}

export const fileWords: readonly FileWords[] = [
  letterOfAuthorization,

  {
    filename: 'NDA {customer} {year}.pdf',
    tags: ['NDA'],
    kind: 'letter',
    title: 'Mutual non-disclosure agreement',
    lines: [
      'Between {customer} and its broker, {year}.',
      '',
      'Prices, volumes and the names of suppliers stay between the parties.',
    ],
  },
  {
    filename: 'RFP natural gas {next}.pdf',
    tags: ['RFP'],
    kind: 'letter',
    title: 'Request for proposal, natural gas {next}',
    lines: [
      '{customer} asks for prices for about {volume} dekatherms a year',
      'delivered in {city}, {state}.',
      '',
      'Terms: 12, 24 and 36 months. Offers as one page each.',
    ],
  },
  {
    filename: 'Invoice {year}-01.pdf',
    tags: ['Invoice', 'Utility_Accounts'],
    kind: 'letter',
    title: 'Invoice, January {year}',
    lines: [
      'Customer: {customer}',
      'Site: {city}, {state}',
      '',
      'Commodity and utility charge are shown apart.',
    ],
  },
  {
    filename: 'Bank reference {customer}.pdf',
    tags: ['Credit_Support'],
    kind: 'letter',
    title: 'Bank reference',
    lines: ['{customer} has kept accounts with us in good order for many years.'],
  },
  { filename: 'Usage {customer} {year}.csv', tags: ['Usage'], kind: 'usage', title: '', lines: [] },
  {
    filename: 'Meters {customer}.csv',
    tags: ['Service_Locations', 'Utility_Accounts'],
    kind: 'meters',
    title: '',
    lines: [],
  },
  { filename: 'Load curve {year}.png', tags: ['Usage'], kind: 'chart', title: '', lines: [] },
  {
    filename: 'Mail from {customer}.txt',
    tags: ['Email'],
    kind: 'text',
    title: 'Prices for {next}',
    lines: [
      'We would like to have prices for {next} by the end of next week.',
      '',
      'Thank you,',
      '{customer}',
    ],
  },
  {
    filename: 'Legal entities.txt',
    tags: ['Legal_Entities'],
    kind: 'text',
    title: 'Who signs for {customer}',
    lines: ['The main company signs for all sites in {state}.', 'Affiliates are billed on their own.'],
  },
]
