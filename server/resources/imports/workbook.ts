/** Reads a sheet of a workbook: its cells as texts, numbers in the digits that the file has (GAS-7, UNIT-1). */
import type { MessagePort } from 'node:worker_threads'
import type { unzipSync as Unzip, zipSync as Zip } from 'fflate'

/** What a thread is asked for: the next rows of its sheet, or another one, by its place among those that people see. */
export type SheetRequest = 'next' | number

/** Some rows of a sheet: first of the first one that people see. */
export interface SheetRows {
  readonly rows: readonly string[][]
  readonly isLast: boolean
  /** Whether its days are counted from 1904 on. */
  readonly isFrom1904: boolean
  /** How many sheets people see. */
  readonly sheets: number
}

type Cell = string | number | boolean | Date | null | undefined
type Attributes = Partial<Record<string, string>>
/** The digits of a format for whole numbers, and what stands between them: '-' of 00000-0000. Null: a digit. */
type Mask = readonly (string | null)[]
/** A part of a cell's format: for which numbers it is, and its mask; null: it has other codes. */
interface FormatSection {
  fits: ((value: number) => boolean) | null
  mask: Mask | null
  /** Whether zeros fill it up. */
  isPadded: boolean
}
/** What a cell's format makes of a number: digits in a mask, zeros before them, or a percentage. */
interface NumberLook {
  sections: readonly FormatSection[]
  isPercent: boolean
}
/** A sheet: its place among all of the workbook, from 1, and its part of the archive. */
interface Sheet {
  place: number
  part: string
}
/** From when a workbook counts its days, and how many the library is behind. */
interface Epoch {
  lag: number
  isFrom1904: boolean
}

/** What is used of the XML parser, which has no types. */
interface Saxen {
  Parser: new () => {
    on(
      event: 'openTag',
      opened: (
        name: string,
        attributes: () => Record<string, string>,
        decoded: (text: string) => string,
      ) => void,
    ): void
    on(event: 'text', told: (text: string, decoded: (text: string) => string) => void): void
    on(event: 'closeTag', closed: (name: string) => void): void
    parse(xml: string): void
  }
}

/** Runs on a thread of its own: unpacking and parsing hold it for as long as they take. */
export function readWorkbook(require: NodeJS.Require): void {
  const { parentPort, workerData } = require('node:worker_threads') as {
    parentPort: MessagePort | null
    workerData: unknown
  }
  const { bytes, libraries, most, uncomputed, from1900To1904 } = workerData as {
    bytes: Uint8Array
    /** Where they are: the thread resolves no names. */
    libraries: { sheets: string; zip: string; xml: string }
    /** Bytes of all parts, unpacked. */
    most: number
    uncomputed: string
    /** Days between the epochs by which workbooks count. */
    from1900To1904: number
  }
  const { readSheet } = require(libraries.sheets) as {
    readSheet: (bytes: Buffer, sheet: number, options: object) => Promise<Cell[][]>
  }
  const { unzipSync, zipSync } = require(libraries.zip) as { unzipSync: typeof Unzip; zipSync: typeof Zip }

  /** Digits that spreadsheets keep of a number. */
  const kept = 15
  const partsOf = (text: string) => {
    const [mantissa = '', exponent = '0'] = text.trim().replace(/^[-+]/, '').toLowerCase().split('e')
    const [whole = '', fraction = ''] = mantissa.split('.')
    return { digits: whole + fraction, point: whole.length + Number(exponent) }
  }
  const significant = (text: string): string => partsOf(text).digits.replace(/^0+|0+$/g, '')
  const plain = (text: string): string => {
    const { digits, point } = partsOf(text)
    const padded = digits.padStart(digits.length + Math.max(0, 1 - point), '0')
    const place = Math.max(1, point)
    const whole = padded
      .slice(0, place)
      .padEnd(place, '0')
      .replace(/^0+(?=\d)/, '')
    const fraction = padded.slice(place).replace(/0+$/, '')
    const sign = text.trim().startsWith('-') && /[1-9]/.test(digits) ? '-' : ''
    return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`
  }
  /**
   * A number as people see it. Workbooks write the double of a number with up to 17 digits: 4.16 as 4.1600000000000001, the
   * result of a formula with all the digits that it has. Other digits beyond the 15th are the file's own, and stay.
   */
  const digitsOf = (text: string, isComputed: boolean): string => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value)) return text
    const isLong = significant(text).length > kept
    if (Math.abs(value) >= 10 ** kept) {
      // Such a number has lost digits, or may have: those after the 15th are zeros in a spreadsheet.
      if (/e/i.test(text)) return text.trim()
      return isLong ? plain(text) : value.toExponential().toUpperCase()
    }
    if (!isLong) return plain(text)
    const seen = value.toPrecision(kept)
    const isOfDouble = [value.toPrecision(17), value.toPrecision(16), String(value)].some(
      (written) => significant(written) === significant(text),
    )
    const isNear = Math.abs(value - Number(seen)) <= Math.abs(value) * Number.EPSILON
    return plain(isOfDouble && (isComputed || isNear) ? seen : text)
  }

  const archive = Buffer.from(bytes)
  const isTooLarge = (): boolean => {
    let unpacked = 0
    unzipSync(archive, {
      filter: ({ originalSize }) => {
        unpacked += originalSize
        return false
      },
    })
    return unpacked > most
  }
  /** Without the mark at its beginning that some programs write; empty for a part that is not there. */
  const textOfPart = (name: string): string =>
    new TextDecoder().decode(unzipSync(archive, { filter: (part) => part.name === name })[name])

  const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)
  /** Reads a part of the archive; names come without their prefixes. */
  const readTags = (
    { Parser }: Saxen,
    text: string,
    opened: (name: string, attributes: () => Attributes) => void,
    told?: (text: string) => void,
    closed?: (name: string) => void,
  ) => {
    const parser = new Parser()
    parser.on('openTag', (name, attributesOf, decoded) => {
      opened(withoutPrefix(name), () =>
        Object.fromEntries(
          Object.entries(attributesOf()).map(([key, value]) => [withoutPrefix(key), decoded(value)]),
        ),
      )
    })
    if (told)
      parser.on('text', (value, decoded) => {
        told(decoded(value))
      })
    if (closed)
      parser.on('closeTag', (name) => {
        closed(withoutPrefix(name))
      })
    // Not each workbook has all parts, such as styles.
    if (text !== '') parser.parse(text)
  }

  const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
    '<': (value, limit) => value < limit,
    '<=': (value, limit) => value <= limit,
    '>': (value, limit) => value > limit,
    '>=': (value, limit) => value >= limit,
    '=': (value, limit) => value === limit,
    '<>': (value, limit) => value !== limit,
  }
  /** For which numbers a part of a format is, where it says so: [<=99999]. */
  const conditionOf = (section: string): FormatSection['fits'] => {
    const [, sign = '', limit] = /\[(<=|>=|<>|<|>|=)(\d+)\]/.exec(section) ?? []
    const compare = comparisons[sign]
    return compare ? (value) => compare(value, Number(limit)) : null
  }
  /** The parts of a format that are for numbers of 0 and more; what is in quotes or behind a backslash stands for itself. */
  const sectionsOf = (code: string): FormatSection[] => {
    const sections = (code.match(/(?:\\.|"[^"]*"|[^;"])+/g) ?? []).map((section) => {
      const codes = section.replaceAll(/\[[^\]]*\]/g, '').matchAll(/\\(.)|"([^"]*)"|[_*].|(.)/g)
      let mask: (string | null)[] | null = []
      for (const [all, escaped, quoted, plainCode] of codes) {
        if (plainCode === '0' || plainCode === '#') mask?.push(null)
        else if (plainCode === undefined)
          mask?.push(...(escaped ?? quoted ?? (all.startsWith('_') ? ' ' : '')))
        else if (/[-() ]/.test(plainCode)) mask?.push(plainCode)
        else mask = null
      }
      const digits = section.replaceAll(/\\.|"[^"]*"|\[[^\]]*\]/g, '')
      const isPadded = digits.includes('0')
      // Both stand in quantities: # ##0.
      if (isPadded && digits.includes('#')) mask = null
      return { fits: conditionOf(section), mask, isPadded }
    })
    // The second one without a condition is for negative numbers.
    return sections.some(({ fits }) => fits) ? sections : sections.slice(0, 1)
  }
  /** Signs that stand between the digits of numbers by which something is known: of a ZIP code, a phone. */
  const between = /^[-() /.]$/
  /** A whole number as its format shows it: 021341234 as 02134-1234. Signs about all of them alone are no part of it. */
  const masked = (digits: string, { sections }: NumberLook): string => {
    const { mask, isPadded } = sections.find(({ fits }) => fits?.(Number(digits)) ?? true) ?? {}
    if (!mask?.includes(null)) return digits
    const places = mask.filter((sign) => sign === null).length
    const padded = isPadded ? digits.padStart(places, '0') : digits
    if (padded.length < places) return digits
    const isSplit = mask.slice(mask.indexOf(null), mask.lastIndexOf(null)).some((sign) => sign !== null)
    if (!isSplit || mask.some((sign) => sign !== null && !between.test(sign))) return padded
    let at = padded.length - places + 1
    const isFirst = (index: number) => index === mask.indexOf(null)
    return mask
      .map((sign, index) => sign ?? (isFirst(index) ? padded.slice(0, at) : padded.charAt(at++)))
      .join('')
      .trim()
  }

  /** What the parts beside the sheets say: which ones people see, how numbers look, and from when days are counted. */
  const readAround = (saxen: Saxen) => {
    const said: { date1904?: string | undefined } = {}
    const named: { id: string | undefined; isHidden: boolean; place: number }[] = []
    readTags(saxen, textOfPart('xl/workbook.xml'), (name, attributes) => {
      if (name === 'workbookPr') said.date1904 = attributes()['date1904']
      if (name !== 'sheet') return
      const { id, state = 'visible' } = attributes()
      named.push({ id, isHidden: state !== 'visible', place: named.length + 1 })
    })
    const targets = { styles: '' }
    const parts = new Map<string | undefined, string>()
    readTags(saxen, textOfPart('xl/_rels/workbook.xml.rels'), (name, attributes) => {
      if (name !== 'Relationship') return
      const { Id, Type = '', Target = '' } = attributes()
      const target = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`
      // Charts have sheets, too.
      if (Type.endsWith('/worksheet')) parts.set(Id, target)
      if (Type.endsWith('/styles')) targets.styles = target
    })
    const tables = named.flatMap(({ id, isHidden, place }) => {
      const part = parts.get(id)
      return part === undefined ? [] : [{ isHidden, place, part }]
    })
    const shown = tables.filter(({ isHidden }) => !isHidden)
    const sheets: readonly Sheet[] = shown.length > 0 ? shown : tables
    const codes = new Map<string | undefined, string>()
    const looks: NumberLook[] = []
    // Many cells' formats have one code.
    const known = new Map<string, NumberLook>()
    const lookOf = (numFmtId: string): NumberLook => {
      const before = known.get(numFmtId)
      if (before) return before
      const code = codes.get(numFmtId) ?? ''
      const isPercent = code.replaceAll(/\\.|".*?"/g, '').includes('%') || ['9', '10'].includes(numFmtId)
      const look = { sections: sectionsOf(code), isPercent }
      known.set(numFmtId, look)
      return look
    }
    let isOfCells = false
    readTags(
      saxen,
      textOfPart(targets.styles),
      (name, attributes) => {
        if (name === 'cellXfs') isOfCells = true
        if (name === 'numFmt') codes.set(attributes()['numFmtId'], attributes()['formatCode'] ?? '')
        if (name !== 'xf' || !isOfCells) return
        looks.push(lookOf(attributes()['numFmtId'] ?? ''))
      },
      undefined,
      (name) => {
        if (name === 'cellXfs') isOfCells = false
      },
    )
    return {
      looks,
      sheets,
      isFrom1904: said.date1904 === '1' || said.date1904 === 'true',
      // The library knows one of the two ways in which it is said.
      lag: said.date1904 === 'true' ? from1900To1904 : 0,
    }
  }

  /** What the library does not tell of cells: errors, formulas, and what their formats make of numbers. */
  const readAgain = (saxen: Saxen, rows: Cell[][], sheet: string, looks: readonly NumberLook[]): void => {
    const again = (
      cell: Cell,
      { t = 'n', s = 'none' }: Attributes,
      written: string | null,
      isFormula: boolean,
    ): Cell => {
      if (t === 'e') return written
      // A text may be empty, a number is not.
      if (isFormula && (t === 'n' ? !written : written === null)) return uncomputed
      if (t === 'd')
        return (
          /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?/.exec(written ?? '')?.[0].replace('T00:00:00', '') ?? cell
        )
      if (t !== 'n' || typeof cell !== 'string') return cell
      const digits = isFormula ? digitsOf(written ?? '', true) : cell
      const look = looks[Number(s)]
      if (look?.isPercent) return `${plain(`${digits}e2`)} %`
      return look && /^\d+$/.test(digits) ? masked(digits, look) : digits
    }
    const put = (attributes: Attributes, written: string | null, isFormula: boolean) => {
      const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(attributes['r'] ?? '') ?? []
      const column = columnOf(letters) - 1
      const cell = rows[Number(row) - 1]?.[column]
      const read = again(cell, attributes, written, isFormula)
      if (read === cell || column < 0) return
      // The library leaves out rows and columns at the end in which it has found nothing.
      while (rows.length < Number(row)) rows.push([])
      const cells = rows[Number(row) - 1] ?? []
      while (cells.length < column) cells.push(null)
      cells[column] = read
    }
    let of: Attributes = {}
    let [written, isFormula, isValue]: [string | null, boolean, boolean] = [null, false, false]
    readTags(
      saxen,
      sheet,
      (name, attributes) => {
        if (name === 'c') [of, written, isFormula] = [attributes(), null, false]
        if (name === 'f') isFormula = true
        if (name === 'v') [written, isValue] = ['', true]
      },
      (text) => {
        if (isValue) written = (written ?? '') + text
      },
      (name) => {
        if (name === 'v') isValue = false
        if (name === 'c') put(of, written, isFormula)
      },
    )
  }

  const dayLength = 86_400
  /** 28 February 1900, which the library makes of the 29th that spreadsheets count, and the end of 1899 before their first day. */
  const [leapDay, first] = [Date.UTC(1900, 1, 28) / 1_000, Date.UTC(1899, 11, 31) / 1_000]
  const textsOf = (rows: readonly Cell[][], { lag, isFrom1904 }: Epoch): string[][] => {
    const textOf = (cell: Cell): string => {
      if (!(cell instanceof Date)) return String(cell ?? '')
      // Doubles of days with a time are a little off: to the nearest second, which may be the next midnight.
      const seconds = Math.round(cell.getTime() / 1_000) + lag * dayLength
      const textAt = (at: number) => new Date(at * 1_000).toISOString().slice(0, 19).replace('T00:00:00', '')
      if (isFrom1904 || seconds < first || seconds >= leapDay + dayLength) return textAt(seconds)
      // As a spreadsheet shows it: where a day is read, it is refused.
      if (seconds >= leapDay) return textAt(seconds).replace('02-28', '02-29')
      return textAt(seconds + dayLength)
    }
    return rows.map((row) => row.map(textOf))
  }

  /** Whether a cell of a sheet does not say where it is, as the standard allows. */
  const lacksPlaces = (xml: string): boolean => /<(?:\w+:)?c(?=[\s/>])(?![^<>]*\sr\s*=)/.test(xml)
  /** 'A' to 'Z', 'AA' and so on, from 1. */
  const lettersOf = (column: number): string =>
    (column <= 26 ? '' : lettersOf(Math.floor((column - 1) / 26))) +
    String.fromCharCode(65 + ((column - 1) % 26))
  const columnOf = (letters: string): number =>
    [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  /** A sheet whose cells all say where they are: one that does not is the next one of its row, and a row the next one. */
  const placed = (xml: string): string => {
    let [row, column] = [0, 0]
    return xml.replaceAll(/<(?:\w+:)?(row|c)(?=[\s/>])[^<>]*/g, (tag: string, name: string) => {
      const [, letters = '', number] = /\sr\s*=\s*["']([A-Z]*)(\d+)["']/.exec(tag) ?? []
      if (name === 'row') [row, column] = [number === undefined ? row + 1 : Number(number), 0]
      else if (number === undefined) column++
      else [row, column] = [Number(number), columnOf(letters)]
      if (name === 'row' || number !== undefined) return tag
      return tag.replace(/^<[\w:]+/, (begin) => `${begin} r="${lettersOf(column)}${row}"`)
    })
  }
  /** The archive with a sheet as another text, packed for a short while only. */
  const archiveWith = (part: string, xml: string): Buffer =>
    Buffer.from(zipSync({ ...unzipSync(archive), [part]: new TextEncoder().encode(xml) }, { level: 0 }))

  const open = async () => {
    if (isTooLarge()) throw new Error('The workbook is too large.')
    const saxen = (await import(libraries.xml)) as Saxen
    const { looks, isFrom1904, lag, sheets } = readAround(saxen)
    const readOne = async (place: number) => {
      const sheet = sheets[place]
      if (!sheet) throw new Error('There is no such sheet.')
      const xml = textOfPart(sheet.part)
      const text = lacksPlaces(xml) ? placed(xml) : xml
      const file = text === xml ? archive : archiveWith(sheet.part, text)
      const rows = await readSheet(file, sheet.place, {
        parseNumber: (written: string) => digitsOf(written, false),
      })
      readAgain(saxen, rows, text, looks)
      return textsOf(rows, { lag, isFrom1904 })
    }
    return { readOne, isFrom1904, sheets: sheets.length }
  }
  const serve = async () => {
    const { readOne, isFrom1904, sheets } = await open()
    let texts = await readOne(0)
    // So many at a time that taking them over holds no other request up.
    const atOnce = 500
    let sent = 0
    const sendSome = () => {
      const rows = texts.slice(sent, sent + atOnce)
      sent += atOnce
      parentPort?.postMessage({ rows, isLast: sent >= texts.length, isFrom1904, sheets })
    }
    parentPort?.on('message', (request: SheetRequest) => {
      if (request === 'next') {
        sendSome()
        return
      }
      // One that cannot be read is none in which anything is found.
      void readOne(request)
        .catch(() => [])
        .then((read) => {
          ;[texts, sent] = [read, 0]
          sendSome()
        })
    })
    sendSome()
  }
  serve().catch(() => parentPort?.postMessage(null))
}
