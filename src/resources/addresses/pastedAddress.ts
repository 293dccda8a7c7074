import type { Row } from '../../contract'

/** A parsed one-line address. */
export interface PastedAddress {
  address_street: string
  city: string
  zip_code: string
  state: Row<'states'>
}

const zip = String.raw`(?<zip>\d{5}(?:-\d{4})?)`
const country = String.raw`(?:,? (?:USA?|United States(?: of America)?))?`
/** Street and city end with commas. A state code may follow the city without one. */
const oneLine = new RegExp(
  `^(?<street>.+?), ?(?<city>[^,\\d]+?)(?:, ?| (?=[A-Z]{2} ))(?<state>[A-Za-z. ]+?),? ${zip}${country}$`,
)

/** Joins copied lines and wide spaces into one line. */
export const asOneLine = (text: string): string =>
  text
    .trim()
    .split(/\s*[\r\n]+\s*/)
    .map((line) => line.replace(/,$/, ''))
    .join(', ')
    .replace(/\s+/g, ' ')

/** Parses 'Street, City, ST 12345'; undefined for a text that is not clearly such an address. */
export const readAddress = (text: string, states: readonly Row<'states'>[]): PastedAddress | undefined => {
  const { street, city, state: named, zip: zip_code } = oneLine.exec(asOneLine(text))?.groups ?? {}
  if (!street || !city || !named || !zip_code) return undefined
  const wanted = named.replaceAll('.', '').trim().toLowerCase()
  const state = states.find(
    ({ acronym, name }) => acronym.toLowerCase() === wanted || name.toLowerCase() === wanted,
  )
  return state && { address_street: street.trim(), city: city.trim(), zip_code, state }
}
