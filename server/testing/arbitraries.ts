/** Values of generated requests: valid ones by the contract, and invalid ones. */
import fc from 'fast-check'
import { targetOf, type ResourceName } from '../../src/contract'
import type { Format } from '../../src/contract/formats'
import type { Field, Fields } from '../../src/contract/fields'
import { numberProblem } from '../../src/contract/numbers'
import { tidyText } from '../../src/contract/textRules'
import { sourceNames } from '../db/migrations/001-baseline/sourceNames'

/** Ids of existing records, by resource. */
export type Pool = Readonly<Partial<Record<ResourceName, readonly number[]>>>

const text = fc.string({ unit: 'binary', maxLength: 40 })
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1e21, 5e-324, 2 ** 31, 2 ** 53, -1, 1e308),
)
const oddDays = fc.constantFrom(
  '2027-01-31',
  '2027-02-30',
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '9999-12-31',
  '9999-12-31T23:59:59-05:00',
  '0001-01-01T00:00:00+05:00',
  '275760-09-13',
  '2027-03-01T24:00',
  '1883-11-18 12:03:58',
)
const oddTexts = fc.constantFrom(
  '',
  ' ',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '#',
  '-',
  '.',
  '<script>',
  '__proto__',
  'x'.repeat(300),
)

/** Texts of every kind, meaningful or not. */
export const anyText: fc.Arbitrary<string> = fc.oneof(text, oddTexts, oddDays, number.map(String))

/** Any JSON value. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  anyText,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(number, text), { maxLength: 4 }),
  fc.record({ tag_id: number, organization_id: number, id: number, email: text }, { requiredKeys: [] }),
)

/** Text that users could type. */
const words = (max: number): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(max, 40) })
        // Line separators are refused in texts of one line (TRUST-46).
        .filter((value) => !/[\u2028\u2029]/.test(value))
        .filter((value) => value.length <= max && value.trim() !== '' && tidyText(value) === value.trim()),
    },
    { weight: 1, arbitrary: fc.constant('x'.repeat(max)) },
  )

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`))
const short = (value: string) => value.length <= 255
const formatted: Readonly<Record<Format, fc.Arbitrary<string>>> = {
  url: fc.webUrl().filter(short),
  email: fc.emailAddress().filter(short),
  phone: fc.tuple(digits(3), digits(3), digits(4)).map((parts) => parts.join('-')),
  taxId: fc.tuple(digits(2), digits(7)).map((parts) => parts.join('-')),
  duns: digits(9),
  username: fc.stringMatching(/^[a-z\d][a-z\d._@+-]{0,30}$/),
  timeZone: fc.constantFrom('America/Chicago', 'Australia/Lord_Howe', 'UTC'),
  personName: fc.stringMatching(/^[A-Za-zÀ-ÿ' -]{0,30}[A-Za-z]$/),
  color: fc.stringMatching(/^#([\da-f]{3}|[\da-f]{6})$/),
  month: fc.stringMatching(/^20\d{2}-(0[1-9]|1[0-2])$/),
}

const momentUntil = (max: string) =>
  fc
    .date({ min: new Date('1900-01-02T00:00:00Z'), max: new Date(max), noInvalidDate: true })
    .map((date) => date.toISOString())
const dayOf = (moments: fc.Arbitrary<string>) => moments.map((value) => value.slice(0, 10))
const moment = momentUntil('9999-12-30T00:00:00Z')
const day = dayOf(moment)
/** Up to 15 significant digits, as numbers are stored. */
const decimal = (min = -1e12, max = 1e12) =>
  fc
    .double({ min, max, noNaN: true, noDefaultInfinity: true })
    .map((value) => Number(value.toPrecision(15)))
    .filter((value) => numberProblem(value, { kind: 'number', min, max }) === null)

/** Fields with rules beyond their kind. */
const special: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  // It requires midnights.
  all_day: fc.constant(false),
  calendar_id: fc.constant(null),
  completed_within: fc.integer({ min: 0, max: 3_650 }),
  content_type: fc.constant(null),
  date_of_birth: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2020-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  end: fc.constant(null),
  end_time: fc.constant(null),
  naics: fc.uniqueArray(fc.stringMatching(/^\d{2,6}$/), { maxLength: 4 }),
  object_id: fc.constantFrom('contact-1', 'contact-2', 'contact-3'),
  source_name: fc.constantFrom(...sourceNames),
  time_needed: fc.integer({ min: 1, max: 60 }).map((minutes) => `00:${String(minutes).padStart(2, '0')}:00`),
}

const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const dayHours = fc
  .uniqueArray(clock, { minLength: 2, maxLength: 2 })
  .map((clocks) => clocks.sort())
  .map(([start, end]) => ({ start, end }))
const weekHours = fc.record({
  time_zone: fc.constantFrom('America/Chicago', 'Pacific/Auckland', 'UTC'),
  days: fc.array(fc.option(dayHours), { minLength: 7, maxLength: 7 }),
})

function validValue(name: string, field: Field, pool: Pool): fc.Arbitrary<unknown> {
  const known = special[name]
  if (known) return known
  if (name === 'state' && field.kind === 'text') return fc.constantFrom('TX', 'il', 'Ohio', '7')
  switch (field.kind) {
    case 'text':
      return field.format ? formatted[field.format] : words(field.max)
    case 'html':
      return words(200).map((value) => `<p>${value}<strong>x</strong></p>`)
    case 'signedUrl':
      return fc.constant(undefined)
    case 'number':
      return decimal(field.min, field.max)
    case 'integer':
      return fc.integer({ min: field.min ?? -2_147_483_647, max: field.max ?? 2_147_483_647 })
    case 'epoch':
      return fc.integer({ min: -2_208_902_400, max: 253_402_300_799 })
    case 'boolean':
      return fc.boolean()
    case 'date':
      return field.lastYear === undefined ? day : dayOf(momentUntil(`${field.lastYear}-12-31T00:00:00Z`))
    case 'dayOrMoment':
      return fc.oneof(day, moment)
    case 'timestamp':
      return moment
    case 'choice':
      return fc.constantFrom(...field.options)
    case 'list':
      return field.options
        ? fc.subarray([...field.options], {
            minLength: 1,
            maxLength: Math.min(field.maxItems, field.options.length),
          })
        : fc.uniqueArray(words(50), { maxLength: field.maxItems })
    case 'people':
      return fc.array(fc.record({ email: formatted.email }), { maxLength: 3 })
    case 'weekHours':
      return weekHours
    case 'one':
      return fc.constantFrom(...(pool[targetOf(field)] ?? []))
    case 'many':
      return fc.subarray([...(pool[targetOf(field)] ?? [])])
  }
}

/** Valid bodies, each with some of the optional fields. */
export function validBody(fields: Fields, pool: Pool): fc.Arbitrary<Record<string, unknown>> {
  const writable = Object.entries(fields).filter(([, field]) => !field.readOnly)
  // Rules that the contract cannot express: a new organization needs its state, a part of its address; and an unchanged
  // end could be before the new start.
  const isNeeded = (name: string, field: Field) =>
    field.required === true || (name === 'state' && field.writeOnly === true) || name.startsWith('end')
  const values = writable.map(([name, field]) => {
    const value = validValue(name, field, pool)
    return [name, isNeeded(name, field) || 'default' in field ? value : fc.option(value)] as const
  })
  return fc.record(Object.fromEntries(values), {
    requiredKeys: writable.filter(([name, field]) => isNeeded(name, field)).map(([name]) => name),
  })
}
