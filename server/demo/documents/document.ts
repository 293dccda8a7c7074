import type { Random } from '../../fixtures/random'
import type { Customer } from '../customers'
import { loadProfiles } from '../wordLists/customers'
import type { FileWords } from '../wordLists/files'
import { streetKinds, streetNames } from '../wordLists/streets'
import type { World } from '../world'
import { barChart } from './chart'
import { pdf } from './pdf'

interface Document {
  filename: string
  mediaType: string
  tags: FileWords['tags']
  content: Buffer
}

const mediaTypes: Record<FileWords['kind'], string> = {
  letter: 'application/pdf',
  text: 'text/plain',
  usage: 'text/csv',
  meters: 'text/csv',
  chart: 'image/png',
}

/** Creates a file of a customer, with last year's figures. */
export function documentOf(
  random: Random,
  { today }: World,
  { filename, tags, kind, title, lines }: FileWords,
  customer: Customer,
): Document {
  const year = new Date(today).getUTCFullYear() - 1
  const fill = (text: string): string =>
    text
      .replace('{customer}', customer.name)
      .replace('{city}', customer.city)
      .replace('{state}', customer.state)
      .replace('{year}', String(year))
      .replace('{next}', String(year + 2))
      .replace('{volume}', Math.round(customer.annualVolume).toLocaleString('en-US'))
  const content = {
    letter: () => pdf(fill(title), lines.map(fill)),
    text: () => Buffer.from([fill(title), '', ...lines.map(fill), ''].join('\n')),
    usage: () => usageTable(year, usageOf(random, customer)),
    meters: () => meterTable(random, customer),
    chart: () => barChart(usageOf(random, customer)),
  }
  return { filename: fill(filename), mediaType: mediaTypes[kind], tags: [...tags], content: content[kind]() }
}

/** Dekatherms in each month of a year, January first. */
const usageOf = (random: Random, { annualVolume, kind }: Customer): number[] =>
  loadProfiles[kind.load].map((share) => Math.round(annualVolume * share * (0.9 + random.next() * 0.2)))

const usageTable = (year: number, usage: readonly number[]): Buffer =>
  csv([
    ['month', 'dekatherms'],
    ...usage.map((volume, month) => [`${year}-${String(month + 1).padStart(2, '0')}`, String(volume)]),
  ])

function meterTable(random: Random, { city, state }: Customer): Buffer {
  const meter = (): string[] => [
    random.digits(8),
    random.digits(10),
    `${random.integer(1, 9_800)} ${random.pick(streetNames)} ${random.pick(streetKinds)}`,
    city,
    state,
  ]
  const meters = Array.from({ length: random.integer(2, 9) }, meter)
  return csv([['meter', 'account', 'street', 'city', 'state'], ...meters])
}

/** None of the values contains a comma, a quote or a line end. */
const csv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((row) => `${row.join(',')}\r\n`).join(''))
