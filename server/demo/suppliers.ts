import { staffIds } from './accounts'
import type { DemoRow } from './rows'
import { toSlug } from './slug'
import { setUpStamps } from './stamps'
import { supplierWords } from './wordLists/suppliers'
import { randomFor, type World } from './world'

export const supplierCount = supplierWords.length

/** The supplier at an index; ids count from 1. */
export function supplierAt(world: World, index: number): DemoRow<'suppliers'> {
  const words = supplierWords[index]
  if (!words) throw new RangeError(`There is no demo supplier ${index}.`)
  const { name, status, ...terms } = words
  return {
    supplier_id: index + 1,
    name,
    organization: null,
    status,
    quote_emails: [`quotes@${toSlug(name)}.example`],
    notes: null,
    ...terms,
    ...setUpStamps(randomFor(world, 'suppliers', index), world, staffIds),
  }
}
