import { defineResource } from '../kit/define'
import { markForNotices } from './contractNotices'

declare module '../db/tables' {
  interface ServerColumns {
    marketHolidays: Searched & { day_key: string; name_key: string }
  }
}

export const marketHolidays = defineResource('marketHolidays', {
  description: 'Days on which the market is closed although they are no weekend.',
  search: ['name', 'day'],
  sortKeys: { day: 'day', name: 'name' },
  unique: { day: 'This day is a holiday already.' },
  after: (write) => markForNotices(write),
  moved: (write) => markForNotices(write),
})
