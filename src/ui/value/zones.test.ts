import { execFileSync } from 'node:child_process'

/** Runs in another time zone: in a child process, since a running one cannot reliably change its own. */
const inZone = (timeZone: string, days: readonly string[]) => {
  const script = `
    const { formatDate } = require('./src/ui/value/dates')
    const dayjs = require('dayjs')
    const days = ${JSON.stringify(days)}
    console.log(JSON.stringify({
      offset: -new Date('2026-01-15T12:00:00Z').getTimezoneOffset() / 60,
      shown: days.map((day) => formatDate(day, 'day')),
      named: days.map((day) => formatDate(day, 'namedDay')),
      picked: days.map((day) => dayjs(day + 'T12:00').format('YYYY-MM-DD')),
    }))`
  const printed = execFileSync(process.execPath, ['-r', 'esbuild-register', '-e', script], {
    env: { ...process.env, TZ: timeZone },
    encoding: 'utf8',
  })
  return JSON.parse(printed) as { offset: number; shown: string[]; named: string[]; picked: string[] }
}

describe('days without a time', () => {
  it.each([
    ['Etc/GMT+8', -8],
    ['Pacific/Apia', 13],
  ])('[CON-3, CON-7, ORG-3] are the same days in %s', (timeZone, offset) => {
    expect(inZone(timeZone, ['1980-02-29', '2026-01-01', '2026-12-31', '2011-12-31'])).toEqual({
      offset,
      shown: ['02/29/1980', '01/01/2026', '12/31/2026', '12/31/2011'],
      named: ['Feb 29, 1980', 'Jan 01, 2026', 'Dec 31, 2026', 'Dec 31, 2011'],
      picked: ['1980-02-29', '2026-01-01', '2026-12-31', '2011-12-31'],
    })
  })
})
