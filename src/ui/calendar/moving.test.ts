import { execFileSync } from 'node:child_process'

interface Shift {
  start: string
  end: string
  step: { days?: number; minutes?: number }
}

/** Runs in another time zone: in a child process, since a running one cannot reliably change its own. */
const inZone = (timeZone: string, shifts: readonly Shift[]) => {
  const script = `
    const { moved, stepTo } = require('./src/ui/calendar/moving')
    const { timeText } = require('./src/ui/calendar/timeText')
    const at = (local) => new Date(local).getTime() / 1000
    const shifts = ${JSON.stringify(shifts)}
    console.log(JSON.stringify(shifts.map(({ start, end, step }) => {
      const time = moved({ start: at(start), end: at(end) }, step)
      return { text: timeText(time, 'HH:mm'), hours: (time.end - time.start) / 3600, back: stepTo(at(start), new Date(time.start * 1000)) }
    })))`
  const printed = execFileSync(process.execPath, ['-r', 'esbuild-register', '-e', script], {
    env: { ...process.env, TZ: timeZone },
    encoding: 'utf8',
  })
  return JSON.parse(printed) as { text: string; hours: number; back: object }[]
}

const dayAfter = (day: string) =>
  new Date(Date.parse(`${day}T12:00Z`) + 86_400_000).toISOString().slice(0, 10)

describe('what is moved', () => {
  it.each([
    // DST starts on March 8 and ends on November 1.
    ['America/Los_Angeles', '2026-03-07', '2026-10-31', 'Sunday, March 8', 'Sunday, November 1'],
    // DST ends on April 5 and starts on September 27.
    ['Pacific/Auckland', '2026-04-04', '2026-09-26', 'Sunday, April 5', 'Sunday, September 27'],
  ])(
    '[ACT-1, ACT-4] goes by whole days and keeps its clock where clocks change, in %s',
    (timeZone, first, second, firstDay, secondDay) => {
      const step = { days: 1 }
      const shifted = inZone(timeZone, [
        { start: `${first}T09:00`, end: `${first}T10:30`, step },
        { start: `${second}T09:00`, end: `${second}T10:30`, step },
        // Across the night of the DST change, and back.
        { start: `${first}T22:00`, end: `${dayAfter(first)}T08:00`, step: { days: -7 } },
      ])
      expect(shifted.map(({ text, hours }) => [text, hours])).toEqual([
        [`${firstDay}, 09:00 – 10:30`, 1.5],
        [`${secondDay}, 09:00 – 10:30`, 1.5],
        [expect.stringMatching(/22:00 – .+, 08:00$/), 10],
      ])
      expect(shifted.map(({ back }) => back)).toEqual([
        { days: 1, minutes: 0 },
        { days: 1, minutes: 0 },
        { days: -7, minutes: 0 },
      ])
    },
  )

  it('[ACT-4] goes by minutes over midnight', () => {
    const [time] = inZone('America/Los_Angeles', [
      { start: '2026-11-24T23:45', end: '2026-11-25T00:15', step: { days: -1, minutes: 30 } },
    ])
    expect(time?.text).toBe('Tuesday, November 24, 00:15 – 00:45')
  })

  it('[ACT-4] never ends before it starts, though clocks say so', () => {
    // From the second half of the repeated hour into its second occurrence.
    const [time] = inZone('America/Los_Angeles', [
      { start: '2026-11-01T01:45-07:00', end: '2026-11-01T01:15-08:00', step: { days: 1 } },
    ])
    expect(time).toMatchObject({ text: 'Monday, November 2, 01:45 – 02:15', hours: 0.5 })
  })
})
