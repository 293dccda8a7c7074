import { relativeSpan } from './filters'

// A Monday.
const today = '2026-11-30'

it.each([
  ['overdue', null, '2026-11-29'],
  ['today', today, today],
  ['this_week', '2026-11-29', '2026-12-05'],
  ['next_7', today, '2026-12-06'],
  ['next_30', today, '2026-12-29'],
  ['next_90', today, '2027-02-27'],
  ['last_7', '2026-11-24', today],
  ['last_30', '2026-11-01', today],
  ['last_90', '2026-09-02', today],
] as const)('[VIEW-1] %s is from %s to %s', (relative, from, to) => {
  expect(relativeSpan(relative, today)).toEqual({ from, to })
})

it.each(['2026-11-29', '2026-12-05'])('[VIEW-1] a week has its Sunday and its Saturday: %s', (day) => {
  expect(relativeSpan('this_week', day)).toEqual({ from: '2026-11-29', to: '2026-12-05' })
})
