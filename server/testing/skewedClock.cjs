/** Loaded before a program: its clock is CLOCK_AHEAD milliseconds ahead of the machine's. */
const ahead = Number(process.env.CLOCK_AHEAD)
const { now } = Date
const moment = () => now() + ahead

globalThis.Date = new Proxy(Date, {
  construct: (real, parts) => Reflect.construct(real, parts.length === 0 ? [moment()] : parts),
  get: (real, name) => (name === 'now' ? moment : Reflect.get(real, name)),
})
