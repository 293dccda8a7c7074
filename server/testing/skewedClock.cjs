/**
 * Loaded before a program: its clock is ahead of the machine's by the milliseconds of CLOCK_AHEAD, or of the file CLOCK_FILE,
 * which is read again at SIGUSR2.
 */
const { readFileSync } = require('node:fs')

const { CLOCK_AHEAD, CLOCK_FILE } = process.env
const read = () => Number(CLOCK_FILE ? readFileSync(CLOCK_FILE, 'utf8') : CLOCK_AHEAD)
let ahead = read()
if (CLOCK_FILE)
  process.on('SIGUSR2', () => {
    ahead = read()
  })
const { now } = Date
const moment = () => now() + ahead

globalThis.Date = new Proxy(Date, {
  construct: (real, parts) => Reflect.construct(real, parts.length === 0 ? [moment()] : parts),
  get: (real, name) => (name === 'now' ? moment : Reflect.get(real, name)),
})
