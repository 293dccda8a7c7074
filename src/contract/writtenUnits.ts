/**
 * The units that headings and cells name, for all that reads tables of others: pasted volumes and quotes, and imports
 * (K2). What a text says beside a known unit and changes the numbers is a doubt, and no such number is used.
 */
import { gasUnits, type GasUnit } from './gas/choices'
import { withoutMarks } from './textRules'

/** The words by which files call the units, in lower case. */
export const unitWords: Readonly<Record<GasUnit, readonly string[]>> = {
  dth: ['dth', 'dths', 'dt', 'dekatherm', 'dekatherms', 'decatherm', 'decatherms', 'mmbtu', 'mmbtus'],
  th: ['th', 'therm', 'therms', 'thm', 'thms'],
  mcf: ['mcf', 'mcfs'],
  ccf: ['ccf', 'ccfs', 'hcf'],
}

const cubicFeet = String.raw`(?:cubic[\s-]*(?:feet|foot|ft\.?)|cu\.?[\s-]*ft\.?|c\.?f\.?(?:t\.?)?|ft\^?3)`

/** The units in several words, whose parts are units of their own. */
const phrases: Readonly<Partial<Record<GasUnit, string>>> = {
  dth: String.raw`(?:de[kc]a[\s-]+therms?|(?:mm|million)[\s-]*btu'?s?)`,
  mcf: String.raw`(?:thousand|1,?000)[\s-]*${cubicFeet}`,
  ccf: String.raw`(?:hundred|100)[\s-]*${cubicFeet}`,
}

const before = String.raw`(?<!\p{L})`
const after = String.raw`(?!\p{L})`

const unitPatterns = gasUnits.map((unit): [GasUnit, RegExp] => {
  const words = unitWords[unit].map((word) => (word === 'th' ? String.raw`(?<!\d)th` : word))
  const all = [...(phrases[unit] === undefined ? [] : [phrases[unit]]), ...words]
  return [unit, new RegExp(`${before}(?:${all.join('|')})${after}`, 'giu')]
})

/** What stands for a known unit, as many times as this has characters, while the rest is looked at. */
const mask = '\uE000'
const unit = `${mask}+`

/** Whether numbers are volumes of a month, a year or any other time, or prices of a unit. */
export type Measure = 'month' | 'year' | 'period' | 'price'

const metric = '(?:kilo|mega|giga|tera|deka|deca|hecto)?'
const unknownUnits = [
  String.raw`[kmgt]?wh|[kmg]w|${metric}[\s-]*watts?(?:[\s-]*h(?:ou)?rs?)?`,
  String.raw`[kmgtp]j|${metric}[\s-]*joules?`,
  String.raw`(?:thousand[\s-]*|[kmgtb]|mm)?btu'?s?`,
  // A unit with a prefix, such as 1,000 dth, or of a day.
  String.raw`(?:mm|[kmgb])(?:dths?|dts?|de[kc]atherms?|therms?|thms?|ths?)|(?:kilo|mega|giga)[\s-]*${unit}`,
  String.raw`(?:dth|dt|th|ccf|mcf|mmcf|bcf|mmbtu)p?d|mdq|mdth[dq]?|dkt|dkth|dktherms?`,
  String.raw`(?:mm|ms|mms|[kbts])?cf|${cubicFeet}|scm|ncm`,
  String.raw`(?:e3|10\^?3|da|n|k|h)?m\^?3|(?:cubic|cu\.?)[\s-]*m(?:et(?:er|re)s?)?`,
  'gallons?|gals?|lit(?:er|re)s?|barrels?|bbls?|tonnes?|tons?|kgs?|kilograms?|lbs?|pounds?',
  '[kmg]?cal|calories|toe|boe|gge|quads?',
  // An abbreviation in parentheses: words and abbreviations of years have vowels.
  String.raw`(?<=[([]\s*)(?!qty|mth|mths|mnth|std|hdd|cdd|usd|q3|ldc|hh|ng|mtrs?)[bcdfghjklmnpqrstvwxz]{1,6}3?(?=\s*[)\]])`,
].join('|')

const multipliers = [
  String.raw`['’‘]?(?<![\d.,])0{3}(?:['’]?s)?(?!\d)`,
  String.raw`(?<![\d.,])1(?:0{2,}|(?:,000)+)(?:['’]?s)?(?![\d.])`,
  String.raw`(?<![\d.,])(?:10|0?\.0*1|1\/10+)(?:['’]?s)?(?:\s*of)?(?=\s*${unit})`,
  String.raw`10\s*(?:\^|\*\*)\s*\d`,
  String.raw`(?<!\p{L})(?:tens|hundreds?|thousands?|millions?|billions?|tenths?|hundredths?)${after}`,
  String.raw`(?:(?<!\p{L})x|[×*])\s*\d[\d,.]*`,
  String.raw`(?:[([]|(?<!\p{L})in\s)\s*(?:k|mm?)\s*(?=$|[)\]])`,
  String.raw`(?<![\p{L}\d'’])(?:k|mm?)[\s.-]+(?=${unit})`,
].join('|')

const short = String.raw`(?:d|dy|days?|hr?s?|hours?|wk|weeks?|min(?:ute)?s?|sec(?:ond)?s?)`
const year = '(?:yr|years?|annum)'
const month = '(?:mo|mths?|mnth|months?)'
/** What may stand after a unit and a slash without a change of what the numbers are. */
const harmless =
  '(?:used|usage|volumes?|quantity|consumption|adder|price|rate|fee|unit|bill(?:ed|ing)?|periods?)'
const per = String.raw`(?:\/|(?<!\p{L})(?:per|each)${after}|(?<=${unit}\s*)(?<!\p{L})an?${after})`

const rates = (measure: Measure): string => {
  const allowed = {
    month: `${month}|${harmless}`,
    year: `${year}|${harmless}`,
    period: `${month}|${harmless}`,
    price: harmless,
  }[measure]
  const long = { month: year, year: month, period: year, price: `${month}|${year}` }[measure]
  return [
    String.raw`(?:${unit}\s*)?${per}[\s-]*(?:${short}|${long})${after}`,
    String.raw`${unit}\s*${per}[\s-]*(?!(?:(?:calendar|contract|billing)[\s-]*)?(?:${allowed})${after})[\p{L}\d]+`,
    String.raw`(?<!\p{L})(?:daily|hourly|weekly${measure === 'year' ? '|monthly' : ''})${after}`,
  ].join('|')
}

const currencies = [
  String.raw`¢|€|£|¥|(?:c|ca|can|au|a)\$`,
  String.raw`(?<!\p{L})(?:cents?|cts?|pence|mills?|eur|euros?|gbp|cad|aud|yen)${after}`,
  String.raw`(?<![\p{L}\d])[cp](?=\s*(?:\/|per${after}))`,
].join('|')

/** What the price is of, where this is no known unit. */
const denominator = String.raw`(?<=(?:\/|(?<!\p{L})per(?!\p{L}))\s*)(?!${harmless}${after})[\p{L}][\p{L}\d^]*`

const patternOf = (words: string) => new RegExp(words, 'iu')
const unknownWord = patternOf(String.raw`(?<![\p{L}\d])(?:${unknownUnits})(?![\p{L}\d])`)
const unknownDenominator = patternOf(denominator)
const multiplier = patternOf(multipliers)
const currency = patternOf(currencies)
const rateOf: Readonly<Record<Measure, RegExp>> = {
  month: patternOf(rates('month')),
  year: patternOf(rates('year')),
  period: patternOf(rates('period')),
  price: patternOf(rates('price')),
}

const isMonthWord = patternOf(`^${month}$`)

/** Characters that are looked at: headings are shorter, and patterns take long for what a file may have in their place. */
const maxHeading = 400

const normalized = (text: string): string =>
  withoutMarks(text.slice(0, maxHeading), 'identifier')
    // Before powers of ten become numbers.
    .replaceAll(/(?<=10)[²³⁴⁵⁶]/g, (power) => `^${power}`)
    .normalize('NFKC')

/** What a text says of units. */
export interface WrittenUnits {
  /** The known ones. */
  readonly units: readonly GasUnit[]
  /** The known ones as they are written. */
  readonly words: readonly string[]
  /** Why numbers below it, or before it, are of none of them; null where nothing speaks against that. */
  readonly doubt: string | null
}

/** The units that a text names: a cell with a unit names one, a header of quantities at most one. */
export function writtenUnits(text: string, measure: Measure): WrittenUnits {
  const said = normalized(text)
  const words: string[] = []
  const units: GasUnit[] = []
  let rest = said
  for (const [known, pattern] of unitPatterns)
    rest = rest.replaceAll(pattern, (word) => {
      words.push(word)
      units.push(known)
      return mask.repeat(word.length)
    })
  return { units: [...new Set(units)], words, doubt: doubtOf(said, rest, measure) }
}

function doubtOf(said: string, rest: string, measure: Measure): string | null {
  const quoted = (pattern: RegExp): string | null => {
    const found = pattern.exec(rest)
    return found && said.slice(found.index, found.index + found[0].length).trim()
  }
  const money = measure === 'price' ? quoted(currency) : null
  if (money !== null) return `“${money}” is not in dollars.`
  const rate = quoted(rateOf[measure])
  if (rate !== null)
    return measure === 'price' ? `“${rate}” is no price per unit.` : `“${rate}” is a rate, not a volume.`
  const times = quoted(multiplier)
  if (times !== null) return `“${times.replace(/^[([]\s*/, '')}” multiplies the numbers.`
  const unknown = quoted(unknownWord) ?? (measure === 'price' ? quoted(unknownDenominator) : null)
  return unknown === null || isMonthWord.test(unknown) ? null : `“${unknown}” is no unit that is known.`
}

/** The unit of which a text consists; null for any other text. */
export function unitNamed(text: string): GasUnit | null {
  const { units, words } = writtenUnits(text, 'period')
  const [only, ...others] = units
  const isAll = words.length === 1 && words[0]?.length === normalized(text).trim().replace(/\.$/, '').length
  return only !== undefined && others.length === 0 && isAll ? only : null
}
