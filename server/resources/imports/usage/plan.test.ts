import fc from 'fast-check'
import { addDays } from '../../../../src/contract/gas/calendar'
import { planMeter, type PlannedRow, type RowAction, type StoredPeriod } from './plan'

type Row = [action: RowAction, from: string, to: string, quantity: number | null]

const rowsOf = (rows: readonly Row[]): PlannedRow[] =>
  rows.map(([action, read_from, read_to, quantity], index) => ({
    line: index + 2,
    action,
    read_from,
    read_to,
    quantity,
    unit: 'th',
    volume: quantity === null ? null : quantity * 100,
  }))

/** The stored periods after a plan. */
function applied(
  stored: readonly StoredPeriod[],
  rows: readonly PlannedRow[],
  replace: boolean,
): StoredPeriod[] {
  const { changes } = planMeter(stored, rows, { replace })
  const periods = [...stored]
  const ids = new Map<number, number>()
  for (const { cancel, insert } of changes) {
    for (const id of cancel)
      periods.splice(id - 1, 1, { ...(periods[id - 1] as StoredPeriod), status: 'cancelled' })
    const row = rows.find(({ line }) => line === insert?.line)
    if (!insert || !row) continue
    const ref = insert.cancels
    periods.push({
      bill_period_id: periods.length + 1,
      read_from: row.read_from,
      read_to: row.read_to,
      quantity: row.quantity ?? 0,
      unit: row.unit,
      volume: row.volume ?? 0,
      status: insert.status,
      cancels: ref === null ? null : 'id' in ref ? ref.id : (ids.get(ref.line) ?? null),
    })
    ids.set(row.line, periods.length)
  }
  return periods
}

const [september, october, november] = ['2025-09-12', '2025-10-14', '2025-11-13']
const statesOf = (stored: readonly StoredPeriod[], rows: readonly Row[], replace = false) =>
  [...planMeter(stored, rowsOf(rows), { replace }).outcomes]
    .toSorted(([a], [b]) => a - b)
    .map(([, { state, reason }]) => reason ?? state)
const shown = (periods: readonly StoredPeriod[]) =>
  periods.map(({ quantity, status, cancels }) => [quantity, status, cancels])

const billed = applied([], rowsOf([['bill', september, october, 3_200]]), false)

test('[USE-4, USE-11] the same again is the same; another quantity is refused unless it replaces', () => {
  expect(statesOf(billed, [['bill', september, october, 3_200]])).toEqual(['same'])
  const other: Row[] = [['bill', september, october, 3_520]]
  expect(statesOf(billed, other)).toEqual(['These days are stored with 3,200 th.'])
  expect(statesOf(billed, other, true)).toEqual(['replaced'])
  expect(shown(applied(billed, rowsOf(other), true))).toEqual([
    [3_200, 'cancelled', null],
    [3_520, 'current', 1],
  ])
  expect(
    statesOf(
      [],
      [
        ['bill', september, october, 1],
        ['bill', september, october, 2],
      ],
    ),
  ).toEqual(['new', 'Line 2 has another quantity for these days.'])
  expect(statesOf(billed, [['bill', '2025-10-10', '2025-11-09', 1]], true)).toEqual([
    'Overlaps 2025-09-12 to 2025-10-14.',
  ])
})

test.each<[string, Row[]]>([
  [
    'by its word',
    [
      ['cancel', september, october, null],
      ['rebill', september, october, 3_520],
    ],
  ],
  [
    'by its quantity',
    [
      ['cancel', september, october, 3_200],
      ['bill', september, october, 3_520],
    ],
  ],
  [
    'after the rebill',
    [
      ['bill', september, october, 3_520],
      ['cancel', september, october, 3_200],
    ],
  ],
  ['by the word rebill alone', [['rebill', september, october, 3_520]]],
])('[USE-5, WE-13] a cancel and a rebill %s', (_, rows) => {
  const after = applied(billed, rowsOf(rows), false)
  expect(shown(after)).toEqual([
    [3_200, 'cancelled', null],
    [3_520, 'current', 1],
  ])
  expect(statesOf(after, rows)).toEqual(rows.map(() => 'same'))
})

test('[USE-5] a whole history in one file leaves the cancelled period beside the rebill', () => {
  const rows: Row[] = [
    ['bill', september, october, 3_200],
    ['cancel', september, october, 3_200],
    ['bill', september, october, 3_520],
  ]
  const after = applied([], rowsOf(rows), false)
  expect(shown(after)).toEqual([
    [3_200, 'cancelled', null],
    [3_520, 'current', 1],
  ])
  expect(statesOf(after, rows)).toEqual(['same', 'same', 'same'])
  expect(statesOf(billed, rows)).toEqual(['same', 'replaced', 'new'])
})

test('[USE-5] a rebill may be of other days, and of the same quantity', () => {
  const split: Row[] = [
    ['bill', september, '2025-09-30', 1_800],
    ['bill', '2025-09-30', october, 1_400],
    ['cancel', september, october, null],
  ]
  expect(shown(applied(billed, rowsOf(split), false))).toEqual([
    [3_200, 'cancelled', null],
    [1_800, 'current', 1],
    [1_400, 'current', null],
  ])
  const again: Row[] = [
    ['cancel', september, october, 3_200],
    ['bill', september, october, 3_200],
  ]
  const after = applied(billed, rowsOf(again), false)
  expect(shown(after)).toEqual([
    [3_200, 'cancelled', null],
    [3_200, 'current', 1],
  ])
  expect(statesOf(after, again)).toEqual(['same', 'same'])
})

test('[USE-5] what cannot be cancelled is refused, and what was cancelled does not come back by an old file', () => {
  expect(statesOf(billed, [['cancel', september, october, 3_100]])).toEqual([
    'The period of these days has 3,200 th.',
  ])
  expect(statesOf(billed, [['cancel', october, november, 5]])).toEqual([
    'There is no period of these days to cancel.',
  ])
  const cancelled = applied(billed, rowsOf([['cancel', september, october, 3_200]]), false)
  expect(statesOf(cancelled, [['cancel', september, october, 3_200]])).toEqual(['same'])
  const old: Row[] = [['bill', september, october, 3_200]]
  expect(statesOf(cancelled, old)).toEqual(['A period of these days with this quantity was cancelled.'])
  expect(statesOf(cancelled, [['rebill', september, october, 3_200]])).toEqual(['new'])
})

const day = fc.integer({ min: 0, max: 6 }).map((index) => addDays(september, index * 10))
const anyRow = fc
  .record({
    action: fc.constantFrom<RowAction[]>('bill', 'bill', 'bill', 'cancel', 'rebill'),
    from: day,
    length: fc.constantFrom(10, 20, 30),
    quantity: fc.constantFrom(100, 200, 300),
    isBare: fc.boolean(),
  })
  .map(({ action, from, length, quantity, isBare }): Row => [
    action,
    from,
    addDays(from, length),
    action === 'cancel' && isBare ? null : quantity,
  ])
const anyFile = fc.array(anyRow, { maxLength: 12 }).map(rowsOf)

test('[USE-4, USE-11] whatever a file holds: read again it changes nothing, and no current periods overlap', () => {
  fc.assert(
    fc.property(anyFile, anyFile, fc.boolean(), (first, second, replace) => {
      let stored: StoredPeriod[] = []
      for (const file of [first, second]) {
        stored = applied(stored, file, replace)
        const current = stored.filter(({ status }) => status === 'current')
        for (const one of current)
          for (const other of current)
            if (one !== other)
              expect(one.read_from >= other.read_to || other.read_from >= one.read_to).toBe(true)
        expect(applied(stored, file, replace)).toEqual(stored)
      }
    }),
    { numRuns: 300 },
  )
})
