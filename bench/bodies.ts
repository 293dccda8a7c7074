/** JSON bodies up to the size limit: none may block other requests. */
import type { Figures } from './figures'
import { measureGrowth, type Shape } from './eventLoopBlocking'

const deal = '/api/mpg/opportunities/'
const repeated = (part: string, kilobytes: number) => part.repeat((kilobytes * 1_000) / part.length)
/** A deal with content in one of its fields, without the content's last separator. */
const holding =
  (field: string, [open, part, close]: readonly [string, string, string]): Shape =>
  (kilobytes) => [
    deal,
    `{"opportunity_name":"x","${field}":${open}${repeated(part, kilobytes - 1).slice(0, -1)}${close}}`,
  ]

const shapes: Record<string, Shape> = {
  'deep lists': (kilobytes) => [deal, '['.repeat(kilobytes * 500) + ']'.repeat(kilobytes * 500)],
  'deep objects': (kilobytes) => [
    deal,
    '{"a":'.repeat(Math.floor((kilobytes * 1_000) / 6)) +
      '0' +
      '}'.repeat(Math.floor((kilobytes * 1_000) / 6)),
  ],
  ids: holding('organizations', ['[', '1,', ']']),
  lists: holding('organizations', ['[', '[],', ']']),
  objects: holding('organizations', ['[', '{"organization_id":1},', ']']),
  names: (kilobytes) => [
    deal,
    JSON.stringify(
      Object.fromEntries(Array.from({ length: kilobytes * 90 }, (_, index) => [`a${index}`, 0])),
    ),
  ],
  digits: holding('broker_fee', ['"', '11', '"']),
  'spaces in a number': holding('broker_fee', ['"', '  ', '"']),
  'long name': holding('sales_represented', ['"', 'xx', '"']),
  'spaces in a name': holding('sales_represented', ['"x', '  ', 'x"']),
  'spaces in a date': holding('pricing_due_date', ['"', '  ', 'x"']),
  'not closed': (kilobytes) => [deal, '{"a":'.repeat(kilobytes * 200)],
  quotes: (kilobytes) => [deal, `"${'\\"'.repeat(kilobytes * 500 - 1)}"`],
}

export const bodies = (): Promise<Figures> => measureGrowth(shapes, [50, 200, 1_000])
