/** The contracts that awards of quotes make, and take back while they are drafts (CTR-2, QUO-11). */
import type { Row } from '../../src/contract'
import { monthlyVolumes } from '../../src/contract/gas/choices'
import { rounded } from '../../src/contract/gas/decimal'
import { shareOut } from '../../src/contract/gas/shares'
import { quantityPlaces } from '../../src/contract/gas/units'
import type { Write } from '../kit/context'
import { ApiError } from '../kit/errors'
import { asAuthor } from '../kit/limits'
import { pick } from '../kit/pick'
import { createFromValues } from '../kit/write/create'
import { deleteRecord } from '../kit/write/remove'
import { addPendingAccounts } from './contractAccounts'
import { contracts, storedContracts } from './contracts'

const fromBid = ['opportunity', 'utility_state', 'volume_unit'] as const
const fromQuote = [
  ...(['supplier', 'pricing_type', 'price', 'price_unit', 'pricing_point', 'index_curve'] as const),
  ...(['fee', 'fee_unit', 'term', 'start_date'] as const),
] as const

/** What a bid asks for where that is one thing: a quote that says nothing else offers it. */
const onlyOf = (values: readonly number[]): number | null =>
  values.length === 1 ? (values[0] ?? null) : null

/**
 * The months of a bid: those that it does not tell are a twelfth of its year, as its quotes are priced (QUO-6), to the places of
 * its unit and so that twelve of them are the year (UNIT-3, UNIT-5).
 */
function wholeMonths(
  bid: Pick<Row<'bids'>, (typeof monthlyVolumes)[number] | 'annual_volume' | 'volume_unit'>,
): Pick<Row<'bids'>, (typeof monthlyVolumes)[number]> {
  const known = pick(bid, monthlyVolumes)
  if (bid.annual_volume === null) return known
  const places = quantityPlaces[bid.volume_unit]
  const flat = shareOut(
    rounded(bid.annual_volume, places),
    monthlyVolumes.map(() => 1),
    places,
  )
  for (const [index, month] of monthlyVolumes.entries()) known[month] ??= flat[index] ?? null
  return known
}

/** Makes a draft with all that an awarded quote and its bid know, their accounts included (CTR-2). */
export async function makeDraft(write: Write, quote: Row<'quotes'>): Promise<void> {
  const bid = await write.db
    .selectFrom('bids')
    .select([...fromBid, ...monthlyVolumes, 'annual_volume', 'legal_entity', 'swing'])
    .where('bid_id', '=', quote.bid)
    .executeTakeFirstOrThrow()
  const draft = await createFromValues(write, storedContracts, {
    ...pick(bid, fromBid),
    ...wholeMonths(bid),
    ...pick(quote, fromQuote),
    organization: bid.legal_entity,
    bid: quote.bid,
    quote: quote.quote_id,
    swing: quote.swing ?? onlyOf(JSON.parse(bid.swing) as number[]),
    renews: await formerOf(write, bid.opportunity),
    start_rule: 'first_of_month',
    after_end: 'ends',
    notice_kind: 'calendar',
  })
  await addPendingAccounts(write, draft, await accountsOfBid(write, quote.bid))
}

/**
 * The contract that an opportunity renews (CTR-9), so that it is renewed once the draft is signed. One that the author does
 * not see stays out: the award is not refused for it.
 */
async function formerOf(write: Write, opportunity: number): Promise<number | null> {
  const former = await asAuthor(write, () =>
    write.db
      .selectFrom('contracts')
      .select('contract_id')
      .where('renewal', '=', opportunity)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  return former?.contract_id ?? null
}

/** The accounts that a bid prices, without closed ones and those in the trash. */
async function accountsOfBid({ db }: Write, bid: number): Promise<number[]> {
  const rows = await db
    .selectFrom('bid_utility_accounts as priced')
    .innerJoin('utility_accounts', 'utility_accounts.utility_account_id', 'priced.utility_account_id')
    .select('utility_accounts.utility_account_id')
    .where('priced.bid_id', '=', bid)
    .where('utility_accounts.status', '=', 'active')
    .where('utility_accounts.deleted_at', 'is', null)
    .orderBy('utility_accounts.utility_account_id')
    .execute()
  return rows.map(({ utility_account_id }) => utility_account_id)
}

/**
 * Puts the draft of a quote's award into the trash.
 * @throws ApiError 409 where it has been signed.
 */
export async function trashDraft(write: Write, quote: Row<'quotes'>): Promise<void> {
  const found = await write.db
    .selectFrom('contracts')
    .select(['contract_id', 'signed_on'])
    .where('quote', '=', quote.quote_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) return
  if (found.signed_on !== null)
    throw new ApiError(409, 'refused', 'The contract of this quote is signed.', { current: quote })
  await deleteRecord(write, contracts, found.contract_id, null)
}
