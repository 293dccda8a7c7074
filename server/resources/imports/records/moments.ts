/** Moments of a file beside stored ones: a workbook tells them to the second (IMP-9). */
import type { Field } from '../../../../src/contract/fields'
import { importedFieldsOf, type RecordImport } from '../../../../src/contract/recordImports'
import type { ApiRecord } from '../../../kit/read/records'

type Values = Readonly<Record<string, unknown>>

const mayBeMoment = ({ kind }: Field): boolean => kind === 'timestamp' || kind === 'dayOrMoment'

/** Milliseconds between moments that are the same where one is told to the second: it may have been cut, or rounded. */
const second = 1_000

/** A moment without a fraction of its seconds. */
const toTheSecond = /[T ]\d\d:\d\d:\d\d(?!\d|\.)/

/**
 * The columns whose moments are the stored ones, but that the file does not tell their milliseconds: they are no change, nor
 * stored with another one.
 * @param said as it stands in the file
 * @param values as it would be stored
 */
export function momentsAsStored(
  name: RecordImport,
  said: Values,
  values: Values,
  stored: ApiRecord,
): ReadonlySet<string> {
  const isAsStored = (column: string) => {
    const [text, value, known] = [said[column], values[column], stored[column]]
    if (typeof text !== 'string' || typeof value !== 'string' || typeof known !== 'string') return false
    if (!toTheSecond.test(text) || known.length <= 10) return false
    return Math.abs(Date.parse(value) - Date.parse(known)) < second
  }
  const moments = importedFieldsOf(name).filter(({ field, isOfLink }) => !isOfLink && mayBeMoment(field))
  return new Set(moments.map(({ name: column }) => column).filter(isAsStored))
}
