import { execFileSync } from 'node:child_process'

/** Runs in another time zone: in a child process, since a running one cannot reliably change its own. */
const inZone = (timeZone: string, script: string): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '-r',
        'esbuild-register',
        '-e',
        `const clock = require('./src/ui/calendar/wallClock')
         const { localizer } = require('./src/ui/calendar/localizer')
         const { moved } = require('./src/ui/calendar/moving')
         const { getSlotMetrics } = require('react-big-calendar/lib/utils/TimeSlots')
         const at = (moment) => new Date(moment).getTime() / 1000
         const iso = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 16)
         console.log(JSON.stringify((() => { ${script} })()))`,
      ],
      { env: { ...process.env, TZ: timeZone }, encoding: 'utf8' },
    ),
  )

/** Positions of events in day columns, in hours from the top, and the time selected by a click beside an hour. */
const columnsOf = (timeZone: string, days: readonly string[]) =>
  inZone(
    timeZone,
    `return ${JSON.stringify(days)}.map((day) => {
       const date = new Date(day + 'T00:00Z')
       const metrics = getSlotMetrics({
         min: localizer.merge(date, new Date(Date.UTC(2000, 0, 1))),
         max: localizer.merge(date, new Date(Date.UTC(2000, 0, 1, 23, 59, 59, 999))),
         step: 30, timeslots: 2, localizer,
       })
       const place = (hour) => {
         const seconds = at(day + 'T' + hour)
         const { start, end } = clock.readingsOf({ start: seconds, end: seconds + 1800 })
         return Math.round(metrics.getRange(start, end).top * 24) / 100
       }
       const chosen = (hour) => {
         const slot = metrics.closestSlotFromPoint({ x: 0, y: hour * 10 + 1 }, { top: 0, bottom: 240 })
         const { start, end } = clock.momentsBetween(slot, metrics.nextSlot(slot))
         return clock.clockSpan(start, end, 'HH:mm')
       }
       return { hours: metrics.groups.length, places: ['09:00', '23:00'].map(place), chosen: [9, 22].map(chosen) }
     })`,
  )

describe('a day on which the clock changes', () => {
  it.each([
    ['America/New_York', ['2026-11-01', '2026-03-08', '2026-11-02']],
    ['Australia/Lord_Howe', ['2026-04-05', '2026-10-04']],
    // At midnight.
    ['Asia/Beirut', ['2026-03-29', '2026-10-25']],
  ])('[K4] has everything beside its label in %s, and a click chooses what it is beside', (zone, days) => {
    const right = { hours: 24, places: [9, 23], chosen: ['09:00 – 09:30', '22:00 – 22:30'] }
    expect(columnsOf(zone, days)).toEqual(days.map(() => right))
  })

  it.each([
    [
      'America/New_York',
      [
        ['2026-11-01T05:30Z', '2026-11-01T06:00Z', '01:30 – 01:00 EST', 1.5, 2],
        ['2026-11-01T05:15Z', '2026-11-01T05:45Z', '01:15 – 01:45 EDT', 1.25, 1.75],
        ['2026-11-01T05:30Z', '2026-11-01T06:45Z', '01:30 EDT – 01:45 EST', 1.5, 1.75],
        ['2026-11-01T06:30Z', '2026-11-01T07:30Z', '01:30 EST – 02:30', 1.5, 2.5],
        ['2026-11-01T04:00Z', '2026-11-01T04:30Z', '00:00 – 00:30', 0, 0.5],
        ['2026-03-08T06:30Z', '2026-03-08T07:30Z', '01:30 – 03:30', 1.5, 3.5],
      ],
    ],
    // Half an hour is repeated.
    ['Australia/Lord_Howe', [['2026-04-04T14:45Z', '2026-04-04T15:00Z', '01:45 – 01:30 GMT+10:30', 1.75, 2]]],
    ['Europe/Berlin', [['2026-10-25T00:30Z', '2026-10-25T01:00Z', '02:30 – 02:00 GMT+1', 2.5, 3]]],
  ])('[K4] in %s names what the clock shows twice', (zone, spans) => {
    const read = inZone(
      zone,
      `return ${JSON.stringify(spans)}.map(([from, until]) => {
         const time = { start: at(from), end: at(until) }
         const { start, end } = clock.readingsOf(time)
         const hour = (reading) => reading.getUTCHours() + reading.getUTCMinutes() / 60
         return [from, until, clock.clockSpan(time.start, time.end, 'HH:mm'), hour(start), hour(end)]
       })`,
    )
    expect(read).toEqual(spans)
  })

  it('[K4] is moved over in steps of the clock, and dragged to what stands beside', () => {
    const read = inZone(
      'America/New_York',
      `const step = (start, minutes) => iso(moved({ start: at(start), end: at(start) + 1800 }, { minutes }).start)
       const beside = (from, until) => {
         const { start, end } = clock.momentsBetween(new Date(from), new Date(until))
         return [iso(start), (end - start) / 60]
       }
       return {
         later: step('2026-11-01T06:00Z', 30),
         earlier: step('2026-11-01T07:00Z', -30),
         over: step('2026-11-01T05:30Z', 60),
         twice: beside('2026-11-01T01:30Z', '2026-11-01T02:00Z'),
         first: beside('2026-11-01T01:00Z', '2026-11-01T01:30Z'),
         skipped: beside('2026-03-08T02:00Z', '2026-03-08T02:30Z'),
       }`,
    )
    expect(read).toEqual({
      later: '2026-11-01T06:30',
      earlier: '2026-11-01T06:30',
      // By the clock from 01:30 to 02:30.
      over: '2026-11-01T07:30',
      twice: ['2026-11-01T06:30', 30],
      first: ['2026-11-01T05:00', 30],
      skipped: ['2026-03-08T07:00', 30],
    })
  })

  it('[K4] shows the weeks of a month, in leap years too', () => {
    const read = inZone(
      'America/New_York',
      `return ['2028-11-15', '2026-11-15', '2028-02-15'].map((day) => {
         const days = localizer.visibleDays(new Date(day + 'T12:00Z')).map((each) => each.toISOString().slice(0, 10))
         return [days[0], days.at(-1), String(days.length)]
       })`,
    )
    expect(read).toEqual([
      ['2028-10-29', '2028-12-02', '35'],
      ['2026-11-01', '2026-12-05', '35'],
      ['2028-01-30', '2028-03-04', '35'],
    ])
  })
})
