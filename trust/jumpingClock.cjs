/** Loaded before the product: its clock is as many milliseconds off as CLOCK_FILE says, read again at SIGUSR2. */
const { readFileSync } = require('node:fs')

const file = process.env.CLOCK_FILE ?? ''
const read = () => Number(readFileSync(file, 'utf8'))
let ahead = read()
process.on('SIGUSR2', () => {
  ahead = read()
})
const { now } = Date
const moment = () => now() + ahead

globalThis.Date = new Proxy(Date, {
  construct: (real, parts) => Reflect.construct(real, parts.length === 0 ? [moment()] : parts),
  get: (real, name) => (name === 'now' ? moment : Reflect.get(real, name)),
})
