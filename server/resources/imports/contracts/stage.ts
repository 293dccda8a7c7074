/** Looks at a file of contracts: whom its rows name, and what becomes of each (CTR-1, GAS-7). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { monthlyVolumes } from '../../../../src/contract/gas/choices'
import { problems } from '../../../../src/contract/problems'
import type { Tables } from '../../../db/tables'
import type { Measure } from '../../../../src/contract/writtenUnits'
import { chunks } from '../../../kit/chunks'
import { flowConflict } from '../../contractAccounts'
import { contracts } from '../../contracts'
import { todayOf } from '../../market'
import { RefusedCell, unitOfHeader } from '../cells'
import { rowsAtOnce } from '../kept'
import { cellsOf, lackingColumn } from '../mapping'
import type { Found, Proposal, Staged } from '../way'
import { fieldsOf, readContractRow, type ContractCells, type HeaderUnits } from './cells'
import { knownNames, type ContractValues, type Named } from './match'
import { compared, contractKey, storedLike } from './stored'

type Db = Kysely<Tables>

/** What a row is kept as: what is stored of it, beside what is shown before. */
const keptOf = (values: ContractValues, { organization, supplier }: Named) => ({
  ...fieldsOf(values.terms),
  customer: organization.name,
  supplier_name: supplier?.name ?? null,
  accounts: values.accounts.map(({ number }) => number).join(', ') || null,
  contract: values,
})

/** The values of a kept row. */
export const valuesOf = (content: string): ContractValues =>
  (JSON.parse(content) as ReturnType<typeof keptOf>).contract

const valuesFrom = (
  { terms }: ContractCells,
  { organization, supplier, accounts }: Named,
): ContractValues => ({
  terms,
  organization: organization.id,
  supplier: supplier?.id ?? null,
  utility_state: accounts[0]?.utility_state ?? null,
  accounts: accounts.map(({ utility_account_id, account_number }) => ({
    id: utility_account_id,
    number: account_number,
  })),
})

/** Days of an account under a contract of the file. */
interface Taken {
  line: number
  first: string
  last: string
}

/** What rows of the file have before a row. */
interface Before {
  /** The lines of contracts, by customer and key. */
  lines: Map<string, number>
  /** The days of accounts. */
  taken: Map<number, Taken[]>
}

/** What the headers say of units; months that name several are read by none. */
function unitsOf({ headers, mapping }: Proposal): HeaderUnits {
  const of = (column: string, measure: Measure) => unitOfHeader(headers[mapping[column] ?? -1] ?? '', measure)
  const months = monthlyVolumes.map((field) => of(field, 'month'))
  const [unit = null, ...others] = new Set(months.flatMap((month) => month.unit ?? []))
  const doubt = months.find((month) => month.doubt !== null)?.doubt ?? null
  return {
    price: of('price', 'price'),
    fee: of('fee', 'price'),
    volumes: { unit: others.length > 0 ? null : unit, doubt },
  }
}

/** @throws RefusedCell for a contract that cannot be stored by itself. */
function assertWhole({ terms, organization, supplier, accounts }: ContractValues, today: string): void {
  const { signed_on, term } = terms
  const wrong = Object.entries(
    contracts.check({ ...fieldsOf(terms), organization, supplier }, null, fieldsOf(terms)),
  )[0]
  if (wrong) throw new RefusedCell(`${wrong[0].replaceAll('_', ' ')}: ${wrong[1]}`)
  if (signed_on === null) return
  if (signed_on > today) throw new RefusedCell(`Signed on: ${problems.future}`)
  const lacking =
    supplier === null ? 'Supplier' : term === null ? 'Term' : accounts.length === 0 ? 'Accounts' : null
  // As the signature of a draft asks for them (CTR-2).
  if (lacking !== null) throw new RefusedCell(`${lacking}: ${problems.required}`)
}

/** @throws RefusedCell for an account that flows under another contract in these days, stored or of the file (CTR-4). */
async function assertFree(
  db: Db,
  line: number,
  { terms: { start_date, end_date, start_rule }, accounts }: ContractValues,
  { taken }: Before,
): Promise<void> {
  if (end_date === null) return
  const days = { start_rule: start_rule ?? 'first_of_month', start_date, end_date }
  for (const { id, number } of accounts) {
    const conflict = await flowConflict(db, id, days)
    if (conflict !== null) throw new RefusedCell(`Account ${number}: ${conflict}`)
    const other = taken.get(id)?.find(({ first, last }) => first <= end_date && last >= start_date)
    if (other) throw new RefusedCell(`Account ${number} stands in line ${other.line} for some of these days.`)
  }
  for (const { id } of accounts)
    taken.set(id, [...(taken.get(id) ?? []), { line, first: start_date, last: end_date }])
}

/** Looks at a file before anything of it is stored. */
export async function stageContracts(db: Db, proposal: Proposal): Promise<Found> {
  const { rows, mapping } = proposal
  const lacking = lackingColumn('contracts', mapping)
  const headers = unitsOf(proposal)
  const today = todayOf(db)
  const all: Staged[] = []
  const before: Before = { lines: new Map(), taken: new Map() }
  for (const some of chunks(rows, rowsAtOnce)) {
    await nextTurn()
    const read: { staged: Staged; cells: ContractCells }[] = []
    for (const { line, cells } of some) {
      const staged: Staged = { line, state: 'refused', values: {}, reason: lacking, cells }
      all.push(staged)
      if (lacking !== null) continue
      refusing(staged, () => {
        read.push({ staged, cells: readContractRow(cellsOf(cells, mapping), headers) })
      })
    }
    const nameIn = await knownNames(
      db,
      read.map(({ cells }) => cells),
    )
    const known: { staged: Staged; values: ContractValues; named: Named }[] = []
    for (const { staged, cells } of read)
      refusing(staged, () => {
        const found = nameIn(cells)
        const values = valuesFrom(cells, found)
        assertWhole(values, today)
        assertOnce(staged.line, values, before)
        known.push({ staged, values, named: found })
      })
    const stored = await storedLike(
      db,
      known.map(({ values }) => values),
    )
    for (const { staged, values, named } of known) {
      Object.assign(staged, compared(values, stored.get(values.organization) ?? []))
      if (staged.state === 'new')
        await assertFree(db, staged.line, values, before).catch((error: unknown) => {
          refuse(staged, error)
        })
      if (staged.state !== 'refused') staged.values = keptOf(values, named)
    }
  }
  return { staged: all, groups: [], unknown: [] }
}

/** @throws RefusedCell for a contract that the file has already. */
function assertOnce(
  line: number,
  { terms, organization, supplier }: ContractValues,
  { lines }: Before,
): void {
  const keyOf = (contract_number: string | null) =>
    `${organization} ${contractKey({ ...terms, contract_number, supplier })}`
  const key = keyOf(terms.contract_number)
  const first = lines.get(key)
  if (first !== undefined) throw new RefusedCell(`Stands in line ${first} already.`)
  lines.set(key, line)
  // A later row without a number is this contract, as it would be once this one is stored.
  if (!lines.has(keyOf(null))) lines.set(keyOf(null), line)
}

function refuse(staged: Staged, error: unknown): void {
  if (!(error instanceof RefusedCell)) throw error
  staged.state = 'refused'
  staged.reason = error.message
}

/** Does something with a row, and keeps with it why it cannot be used. */
function refusing(staged: Staged, work: () => void): void {
  try {
    work()
  } catch (error) {
    refuse(staged, error)
  }
}
