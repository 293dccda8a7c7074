import fc from 'fast-check'
import { formatNumber } from '../../ui/value/numbers'
import { pastedVolumes } from './pastedVolumes'
import { asMonths, months } from '../../resources/bids/volumes'

const twelve = Array.from({ length: 12 }, (_, index) => (index + 1) * 100)
const all = asMonths(twelve)
const names = months.map(({ name }) => name)
const short = names.map((name) => name.slice(0, 3))
/** A year from July, with 700 in January. */
const fiscal = [...short.slice(6), ...short.slice(0, 6)]
const fiscalVolumes = asMonths([700, 800, 900, 1000, 1100, 1200, 100, 200, 300, 400, 500, 600])
const column = (...columns: readonly (readonly (string | number)[])[]) =>
  columns[0]?.map((_cell, row) => columns.map((cells) => cells[row]).join('\t')).join('\n') ?? ''
const pad = (month: number) => String(month).padStart(2, '0')
const numbers = twelve.map((_volume, index) => index + 1)
const named = 'Filled 12 of 12 months by name.'

describe('a usage history that is pasted', () => {
  it.each<[string, string, string]>([
    ['names and volumes in columns', column(names, twelve), named],
    ['names above volumes', `${short.map((name) => `${name}.`).join('\t')}\n${twelve.join('\t')}`, named],
    ['a heading', `Month\tUsage\n${column(names, twelve)}`, named],
    ['headings of several lines', `Acct 7\t\n\nMonth\tUsage\n${column(names, twelve)}`, named],
    [
      'names with years',
      column(
        short.map((name) => `${name}-27`),
        twelve,
      ),
      named,
    ],
    [
      'names in capitals, and Sept',
      column(
        names.map((name) => (name === 'September' ? 'SEPT' : name.toUpperCase())),
        twelve,
      ),
      named,
    ],
    [
      'dates as Excel shows them',
      column(
        short.map((name, at) => `31-${name}-2${at > 5 ? 6 : 7}`),
        twelve,
      ),
      named,
    ],
    ['lines of text', names.map((name, at) => `${name}: ${formatNumber(twelve[at] ?? 0)}`).join('\n'), named],
    ['a name and a volume by turns', names.flatMap((name, at) => [name, twelve[at]]).join('\n'), named],
    [
      'a list of names and volumes',
      names
        .map((name, at) => `${name} ${twelve[at]}`)
        .join(', ')
        .replaceAll(', ', '\n'),
      named,
    ],
    [
      'a file with commas',
      `Month,Usage\n${names.map((name, at) => `${name},"${formatNumber(twelve[at] ?? 0)}"`).join('\n')}`,
      named,
    ],
    ['a file with semicolons', names.map((name, at) => `${name};${twelve[at]}`).join('\n'), named],
    ['the numbers of the months', column(numbers, twelve), 'Filled 12 of 12 months by number.'],
    [
      'the numbers of the months above',
      `${numbers.join('\t')}\n${twelve.join('\t')}`,
      'Filled 12 of 12 months by number.',
    ],
    [
      'gas months',
      column(
        numbers.map((month) => `2027${pad(month)}`),
        twelve,
      ),
      'Filled 12 of 12 months by number.',
    ],
    [
      '1/2027',
      column(
        numbers.map((month) => `${month}/2027`),
        twelve,
      ),
      'Filled 12 of 12 months by date.',
    ],
    [
      '2027-01',
      column(
        numbers.map((month) => `2027-${pad(month)}`),
        twelve,
      ),
      'Filled 12 of 12 months by date.',
    ],
    [
      '01/28/2027',
      column(
        numbers.map((month) => `${pad(month)}/28/2027`),
        twelve,
      ),
      'Filled 12 of 12 months by date.',
    ],
    [
      '28.01.2027',
      column(
        numbers.map((month) => `28.${pad(month)}.2027`),
        twelve,
      ),
      'Filled 12 of 12 months by date.',
    ],
    [
      'dates with a clock',
      column(
        numbers.map((month) => `${month}/1/2027 0:00`),
        twelve,
      ),
      'Filled 12 of 12 months by date.',
    ],
    [
      'a year beside them',
      column(
        names.map(() => 2027),
        names,
        twelve,
      ),
      named,
    ],
    ['a total', `${column(names, twelve)}\nTotal\t7800`, `${named} A total was passed over.`],
    [
      'a total at the right',
      `${names.join('\t')}\tAnnual total\n${twelve.join('\t')}\t7800`,
      `${named} A total was passed over.`,
    ],
    [
      'costs beside them',
      column(
        names,
        twelve,
        twelve.map((volume) => `$${volume / 2}.00`),
      ),
      `${named} The volumes are those without a dollar sign.`,
    ],
    [
      'a usage column by its heading',
      `Month\tDays\tCost\tUsage (dth)\n${column(
        names,
        numbers.map(() => 30),
        twelve.map((volume) => volume * 3),
        twelve,
      )}`,
      `${named} The volumes are those of “Usage (dth)”.`,
    ],
    [
      'the same unit',
      column(
        names,
        twelve.map((volume) => `${volume} dth`),
      ),
      named,
    ],
    [
      'MMBtu, which are dth',
      column(
        names,
        twelve.map((volume) => `${volume} MMBtu`),
      ),
      named,
    ],
    [
      'another unit',
      column(
        names,
        twelve.map((volume) => `${formatNumber(volume * 10)} th`),
      ),
      `${named} Converted from th to dth: 1 dth is 10 th.`,
    ],
    [
      'another unit in the heading',
      `Month\tTherms\n${column(
        names,
        twelve.map((volume) => volume * 10),
      )}`,
      `${named} Converted from th to dth: 1 dth is 10 th.`,
    ],
    [
      'another unit in a title',
      `Usage in therms\t\nMonth\tUsage\n${column(
        names,
        twelve.map((volume) => volume * 10),
      )}`,
      `${named} Converted from th to dth: 1 dth is 10 th.`,
    ],
  ])('[K1] takes %s', (_kind, text, report) => {
    expect(pastedVolumes(text, 0, 'dth')).toEqual({ volumes: all, report })
    expect(pastedVolumes(text, 5, 'dth')).toEqual({ volumes: all, report })
  })

  it.each([
    ['columns', column(fiscal, twelve)],
    ['rows', `${fiscal.join('\t')}\n${twelve.join('\t')}`],
    ['a line', fiscal.map((name, at) => `${name} ${twelve[at]}`).join('\n')],
  ])('[K1] puts the months of a year that begins in July in their places: %s', (_kind, text) => {
    expect(pastedVolumes(text, 0, 'dth')).toEqual({ volumes: fiscalVolumes, report: named })
  })

  it.each([
    ['a row', twelve.join('\t')],
    ['a column that ends a line, as Windows does', `${twelve.join('\r\n')}\r\n`],
    ['separators and dollars', twelve.map((volume) => ` $${formatNumber(volume)}.00 `).join('\t')],
    ['a list with spaces', twelve.join(' ')],
    ['a list with commas', twelve.join(',')],
    ['a list with commas and spaces', twelve.map(formatNumber).join(', ')],
    ['a list with their unit', twelve.map((volume) => `${volume} dth`).join(', ')],
    ['a heading', `Usage\n${twelve.join('\n')}`],
  ])('[K1] takes twelve numbers in order from January: %s', (_kind, text) => {
    const report = 'Filled 12 of 12 months in order, January to December.'
    expect(pastedVolumes(text, 0, 'dth')).toEqual({ volumes: all, report })
    expect(pastedVolumes(text, 1, 'dth')?.volumes).toBeNull()
  })

  it.each<[string, string, RegExp]>([
    [
      'too few',
      '1\t2\t3',
      /^Nothing was filled\. 3 numbers without names of months, and 12 months from January on/,
    ],
    ['too many', [...twelve, 7800].join('\n'), /^Nothing was filled\. 13 numbers/],
    ['a word for a number', column(names, ['n/a', ...twelve.slice(1)]), /No number for January \(n\/a\)\./],
    [
      'a decimal comma',
      column(names, ['1.100,5', ...twelve.slice(1)]),
      /January \(1\.100,5\)\. Write decimals with a point/,
    ],
    [
      'thousands with points',
      column(
        names,
        twelve.map((volume) => `${volume % 7 || 1}.100`),
      ),
      /could be a decimal or thousands/,
    ],
    ['no month', column(['Janaury', ...names.slice(1)], twelve), /“Janaury” is the name of no month/],
    ['no month in the middle', column([...names.slice(0, 5), 'Junho', ...names.slice(6)], twelve), /“Junho”/],
    [
      'names of places',
      column(
        names.map((name) => `Site ${name.length}${name[1]}`),
        twelve,
      ),
      /cannot be told/,
    ],
    [
      'two years',
      column(
        [...short.map((name) => `${name}-26`), ...short.map((name) => `${name}-27`)],
        [...twelve, ...twelve],
      ),
      /January comes more than once \(2026, 2027\)/,
    ],
    [
      'a year a column',
      `Month\t2025\t2026\n${column(names, twelve, twelve)}`,
      /More than one column holds numbers/,
    ],
    [
      'two columns of numbers',
      column(
        names,
        twelve,
        twelve.map((volume) => volume + 1),
      ),
      /More than one column holds numbers/,
    ],
    ['costs only', `Month\tCost\n${column(names, twelve)}`, /“Cost” is no volume/],
    [
      'Mcf',
      column(
        names,
        twelve.map((volume) => `${volume} mcf`),
      ),
      /mcf is neither th nor dth/,
    ],
    ['ccf in the heading', `Month\tUsage (Ccf)\n${column(names, twelve)}`, /Ccf is neither th nor dth/],
    [
      'a unit here and there',
      column(
        names,
        twelve.map((volume, at) => (at ? volume : `${volume} th`)),
      ),
      /Some numbers have a unit/,
    ],
    [
      'a unit against its heading',
      `Month\tTherms\n${column(
        names,
        twelve.map((volume) => `${volume} dth`),
      )}`,
      /another unit than their heading/,
    ],
    [
      'dates of one month',
      column(
        numbers.map((day) => `1/${day}/2027`),
        twelve,
      ),
      /January comes more than once/,
    ],
    ['dates in either order', column(['01.02.2027', '03.04.2027'], [1, 2]), /in two ways/],
    ['a list of thousands or hundreds', '100 200 300', /one number or several/],
    ['thousands with commas only', '1,100,1,200,1,300', /one number or several/],
    ['a short list', '100 200 1300', /3 numbers without names/],
    ['some month numbers', column([3, 4, 5], [10, 20, 30]), /cannot be told/],
    ['a block of numbers', column([100, 200], [300, 400]), /cannot be told/],
    ['one number in Mcf', '1,100 Mcf', /Mcf is neither th nor dth/],
    ['numbers below a month', `July to June\n${twelve.join('\n')}`, /“July to June”/],
    ['a megabyte', '1\t'.repeat(500_000), /more than a year/],
  ])('[K1] refuses the whole of a paste with %s', (_kind, text, report) => {
    expect(pastedVolumes(text, 0, 'dth')).toEqual({
      volumes: null,
      report: expect.stringMatching(report) as string,
    })
  })

  const inTherms = {
    volumes: { january_volume: 1000, february_volume: 2000 },
    report: 'Filled 2 of 2 months by name. Converted from dth to th: 1 dth is 10 th.',
  }
  it.each([
    ['as the importer knows it', 'Month\tDT\nJan\t100\nFeb\t200'],
    ['in parentheses', 'Month\tUsage (DT)\nJan\t100\nFeb\t200'],
    ['in two words', 'Month\tDeka-therms\nJan\t100\nFeb\t200'],
    ['in each cell', 'Jan\t100 DT\nFeb\t200 Dt'],
    ['in a column of its own', 'Month\tUsage\tUnit\nJan\t100\tDT\nFeb\t200\tDT'],
    ['below the months', 'Jan\t100\nFeb\t200\nAll volumes in MMBtu\t'],
    ['in the total', 'Jan\t100\nFeb\t200\nTotal Dth\t300'],
    ['above the months', 'Dth by month\tUsage\nJan\t100\nFeb\t200'],
  ])('[K1] [K2] reads the unit %s', (_where, text) => {
    const { volumes, report } = pastedVolumes(text, 0, 'th') ?? {}
    expect(volumes).toEqual(inTherms.volumes)
    expect(report).toContain(inTherms.report)
  })

  it.each([
    ...['GJ', 'MJ', 'Gigajoules', 'kWh', 'MWh', 'm3', 'm³', 'kDth', 'MDth', 'Cubic feet', 'Dth/day', 'Dth/d'],
    ...['Decatherms/day', 'per day', 'daily', 'Usage (000 therms)', 'Usage (thousands of therms)'],
    ...['Therms (thousands)', "Usage ('000s)"],
  ])('[K1] [K2] refuses the heading “%s” and says so', (heading) => {
    for (const text of [
      `Month\t${heading}\nJan\t100\nFeb\t200`,
      `${heading}\n${twelve.join('\n')}`,
      `Month\tUsage\tUnit\nJan\t100\t${heading}\nFeb\t200\t${heading}`,
      `Jan\t100\nFeb\t200\n${heading}\t`,
    ]) {
      const { volumes, report } = pastedVolumes(text, 0, 'th') ?? {}
      expect(volumes).toBeNull()
      expect(report).toContain(heading)
      expect(report).toMatch(/is no unit that is known|multiplies the numbers|is a rate, not a volume/)
    }
  })

  it.each(['HCF', 'Hundred Cubic Feet', 'CCF', 'Usage (100 cu ft)', 'Thousand cubic feet'])(
    '[K1] [K2] refuses “%s”, whose heat depends on the gas',
    (heading) => {
      expect(pastedVolumes(`Month\t${heading}\nJan\t100`, 0, 'th')).toEqual({
        volumes: null,
        report: expect.stringMatching(/ is neither th nor dth: how much heat/) as string,
      })
    },
  )

  it.each(['5 kDth', '5 GJ', '5 Dth/day', '5 thousand th', '5k th'])(
    '[K1] [K2] refuses cells like “%s”',
    (cell) => {
      expect(pastedVolumes(`Jan\t${cell}\nFeb\t${cell}`, 0, 'th')?.volumes).toBeNull()
    },
  )

  it.each(['-', '\u2013', '\u2014', '\u2212'])(
    '[K1] takes a dash “%s” that stands alone for a separator',
    (dash) => {
      for (const text of [
        `January ${dash} 1,200`,
        `Jan-26 ${dash} 1,200`,
        `Jan\t${dash} 1,200`,
        `Jan: ${dash} 1,200`,
        `Jan ${dash} 1,200 dth`,
        `Jan ${dash} 1,200\nFeb ${dash} `,
      ])
        expect(pastedVolumes(text, 0, 'dth')?.volumes).toEqual({ january_volume: 1200 })
      expect(pastedVolumes(`January ${dash} 1,200\nFebruary ${dash} 1,300`, 0, 'dth')?.volumes).toEqual({
        january_volume: 1200,
        february_volume: 1300,
      })
    },
  )

  it.each(['-', '\u2013', '\u2212'])('[K1] takes “%s” directly before the digits for a minus', (minus) => {
    for (const text of [`Jan\t${minus}1,200`, `January ${minus}1,200`])
      expect(pastedVolumes(text, 0, 'dth')?.volumes).toEqual({ january_volume: -1200 })
  })

  it('[K8] reads months and numbers without the invisible characters copied with them', () => {
    for (const mark of ['\u200B', '\u200E', '\uFEFF', '\u00AD', '\u202D', '\u2068'])
      expect(
        pastedVolumes(
          `Month\tUsage (d${mark}th)\n${mark}Jan${mark}uary\t${mark}1,2${mark}00\nFeb\t5`,
          0,
          'dth',
        )?.volumes,
      ).toEqual({ january_volume: 1200, february_volume: 5 })
  })

  it('[K1] fills what is named, and leaves months without a number as they are', () => {
    expect(pastedVolumes('Mar\t10\nApr\t\nMay\t30', 0, 'dth')).toEqual({
      volumes: { march_volume: 10, may_volume: 30 },
      report: 'Filled 2 of 3 months by name. Without a number and left as it was: April.',
    })
    expect(pastedVolumes('Oct 5', 0, 'dth')).toEqual({
      volumes: { october_volume: 5 },
      report: 'Filled 1 of 1 month by name.',
    })
  })

  it('[K1] fills the last months where they are what is left', () => {
    expect(pastedVolumes('1\t2', 10, 'dth')).toEqual({
      volumes: { november_volume: 1, december_volume: 2 },
      report: 'Filled 2 of 2 months in order, November to December.',
    })
  })

  it('[K1] reads the unit of one number, and leaves one without to the field', () => {
    expect(pastedVolumes('1,100 th', 3, 'dth')).toEqual({
      volumes: { april_volume: 110 },
      report: 'Filled 1 of 1 month with its unit. Converted from th to dth: 1 dth is 10 th.',
    })
    for (const text of ['1,200', '1,200\n', '1 200', '$1,250', '', 'abc', '1,100,200', '0,05', '1.100,5'])
      expect(pastedVolumes(text, 3, 'dth')).toBeNull()
  })

  it('takes whatever twelve volumes a spreadsheet shows', () => {
    const shown = fc.array(
      fc.integer({ min: 0, max: 1_000_000_000 }).map((volume) => volume / 100),
      { minLength: 12, maxLength: 12 },
    )
    fc.assert(
      fc.property(shown, fc.constantFrom('\t', '\n', '\r\n'), (volumes, between) => {
        const text = volumes.map(formatNumber).join(between)
        expect(pastedVolumes(text, 0, 'dth')?.volumes).toEqual(asMonths(volumes))
      }),
    )
  })
})
