import { createRecord } from '../kit/write/create'
import { updateFromValues } from '../kit/write/update'
import type { Write } from '../kit/context'
import { defineResource } from '../kit/define'
import { invalidFields } from '../kit/errors'
import { opportunities } from './opportunities'
import { markForReadiness } from './readiness'

declare module '../db/tables' {
  interface ServerColumns {
    creditSetups: Searched &
      CascadedColumns & {
        /** It is put into the trash only with the row that holds it. */
        deleted_at: string | null
      }
  }
}

export const creditSetups = defineResource('creditSetups', {
  description:
    'For which organization of which opportunity a credit setup has been requested, by whom and when.',
  routes: 'read',

  search: [],
  isCascaded: true,
  // A write checks for an earlier request, and the deal's links.
  exclusive: true,
  prepare: async (write, { opportunity, organization }) => {
    if (!(await isOfDeal(write, opportunity, organization)))
      throw invalidFields({ organization: 'It is not an organization of this opportunity.' })
    return {}
  },
  after: async (write, _id, { values: { opportunity } }) => {
    if (opportunity !== undefined) await requestCredit(write, opportunity)
    await markForReadiness(write, 'opportunity', [opportunity])
  },
})

/**
 * Requests the credit setup of an organization for an opportunity; an earlier request remains in place, with its
 * author.
 * @returns its id.
 * @throws ApiError 400 for an organization that is not one of the opportunity's, 404 for records that are absent.
 */
export async function requestCreditSetup(write: Write, body: unknown): Promise<number> {
  return (await existing(write, body)) ?? createRecord(write, creditSetups, body)
}

async function existing({ db }: Write, body: unknown): Promise<number | undefined> {
  const { opportunity, organization } = (body ?? {}) as { opportunity?: unknown; organization?: unknown }
  if (!Number.isInteger(opportunity) || !Number.isInteger(organization)) return undefined
  const row = await db
    .selectFrom('credit_setups')
    .select('credit_setup_id')
    .where('opportunity', '=', opportunity as number)
    .where('organization', '=', organization as number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.credit_setup_id
}

const isOfDeal = async ({ db }: Write, opportunity: number, organization: number): Promise<boolean> =>
  (await db
    .selectFrom('opportunity_organizations')
    .select('organization_id')
    .where('opportunity_id', '=', opportunity)
    .where('organization_id', '=', organization)
    .executeTakeFirst()) !== undefined

/** Marks the deal as one with requested credit; open forms of it are notified, as of any change. */
async function requestCredit(write: Write, opportunity: number): Promise<void> {
  const { credit_request } = await write.db
    .selectFrom('opportunities')
    .select('credit_request')
    .where('opportunity_id', '=', opportunity)
    .executeTakeFirstOrThrow()
  if (credit_request !== 'yes')
    await updateFromValues(write, opportunities, opportunity, { credit_request: 'yes' })
}
