/**
 * Notes of many shapes and sizes: the time of none may grow faster than its size, and none may block other requests.
 */
import type { Figures } from './figures'
import { measureGrowth, type Shape } from './eventLoopBlocking'

const hanzi = String.fromCharCode(...Array.from({ length: 250 }, (_, index) => 0x4e00 + index * 37))

/** Each is repeated up to the size; a head and a tail occur once. */
const shapes: Record<string, string | [head: string, part: string, tail: string]> = {
  'plain text': 'Asked for 1,200 dth at a fixed price. ',
  paragraphs: '<p>Asked for <b>1,200 dth</b> at a fixed price.</p>',
  'office paste':
    '<p class=MsoNormal style="margin:0cm;font-size:11.0pt"><span lang=EN-US style="font-size:10.0pt;color:black">1,200&nbsp;dth</span><o:p></o:p></p>',
  'nested b': '<b>',
  'nested ul li': '<ul><li>',
  'nested svg': '<svg>',
  'nested math': '<math><mi>',
  'nested p span': '<p><span>',
  'nested tables': '<table><tr><td>',
  'closed below others': ['<div>'.repeat(450), '<i></i></u>', ''],
  'closing tags': '</p>',
  'empty elements': '<u></u>',
  'line breaks': '<br>',
  rules: '<hr>',
  'table cells': '<td>1',
  options: '<option>',
  attributes: ['<p ', 'a=1 ', '>x'],
  'different attributes': ['<p ', Array.from({ length: 1_000 }, (_, index) => `a${index}=1 `).join(''), '>x'],
  'one attribute': ['<p title="', 'x', '">x'],
  'open quotes': '<a href="',
  'one long address': ['<a href="https://example.com/', 'a/../', '">x</a>'],
  'one long host': ['<a href="https://', hanzi, '/">x</a>'],
  links: '<a href=https://example.com>x</a>',
  'links to long hosts': `<a href="https://${hanzi}/">x</a>`,
  entities: '&amp;',
  'numbered entities': '&#x3c;',
  'entities without end': '&am',
  comments: '<!---->',
  'open comments': '<!--',
  'comment in comment': '<!-- --!',
  cdata: '<![CDATA[',
  instructions: '<?x ',
  'less-than signs': '<',
  'half tags': '<x',
  'raw text': '<style></styl',
  'row of accents': '\u0301\u0323',
  'letters that are words': '\ufdfa',
  spaces: ' ',
  'spaces between': ['x', ' ', 'x'],
}

function markup(shape: string | [string, string, string], size: number): string {
  const [head, part, tail] = typeof shape === 'string' ? ['', shape, ''] : shape
  const room = size * 1_000 - Buffer.byteLength(head + tail)
  return head + part.repeat(Math.floor(room / Buffer.byteLength(part))) + tail
}

const noteOf =
  (shape: string | [string, string, string]): Shape =>
  (kilobytes) => [
    '/api/mpg/notes/',
    JSON.stringify({ object_id: 'opportunity-1', description: markup(shape, kilobytes) }),
  ]

export const richText = (): Promise<Figures> =>
  measureGrowth(
    Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, noteOf(shape)])),
    [50, 200, 800],
  )
