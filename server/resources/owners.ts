/** The record that a note or a file belongs to, named by `object_id` and `content_type`. */
import { sql, type Expression, type SqlBool } from 'kysely'
import type { ResourceName } from '../../src/contract'
import type { OwnerType } from '../db/tables'
import { anyTable, type Write } from '../kit/context'
import type { Values } from '../kit/declaration'
import { ApiError, invalidFields, invalidParameter } from '../kit/errors'
import { asAuthor } from '../kit/limits'
import { parseObjectId } from '../kit/objectId'
import { maxInteger } from '../../src/contract/numbers'
import { resourceOf } from '../kit/registry'

/** The resources of the records with notes and files, by what object_id names them. */
export const ownerResources = {
  opportunity: 'opportunities',
  contact: 'contacts',
  organization: 'organizations',
  address: 'addresses',
  bid: 'bids',
} as const satisfies Record<OwnerType, ResourceName>

const isOwnerType = (model: string | undefined): model is OwnerType =>
  model !== undefined && Object.hasOwn(ownerResources, model)

/** What an object_id names; null for a text that names nothing, or a record of a kind that has no notes and files. */
function ownerIn(text: string): { type: OwnerType | null; id: number } | null {
  const named = parseObjectId(text)
  if (!named || named.type === null) return named && { type: null, id: named.id }
  return isOwnerType(named.type) ? { type: named.type, id: named.id } : null
}

const examples = "Send a record, such as 'opportunity-5'."

/**
 * The columns of a note or file that reference its owner.
 * @throws ApiError 400 for an object_id without a kind, or with another one than content_type; 404 for a record that
 *   is absent or in the trash (TRUST-10).
 */
export async function ownerColumns(
  write: Write,
  { object_id, content_type }: Pick<Values<'notes'>, 'object_id' | 'content_type'>,
): Promise<{ owner_type: OwnerType; owner_id: number; content_type: number }> {
  const named = ownerIn(object_id)
  if (!named) throw invalidFields({ object_id: examples })
  const contentTypes = await write.db.selectFrom('content_types').select(['id', 'model']).execute()
  const model = contentTypes.find(({ id }) => id === content_type)?.model
  const said = isOwnerType(model) ? model : null
  if (named.type !== null && said !== null && named.type !== said)
    throw invalidFields({ content_type: 'object_id names another kind of record.' })

  const type = named.type ?? said ?? 'bid'
  await assertNotInTrash(write, type, named.id)
  const own = contentTypes.find((entry) => entry.model === type)
  if (!own) throw new Error(`There is no content type "${type}".`)
  return {
    owner_type: type,
    owner_id: named.id,
    content_type: typeof content_type === 'number' ? content_type : own.id,
  }
}

async function assertNotInTrash(write: Write, type: OwnerType, id: number): Promise<void> {
  const { table, contract, softDeletes } = resourceOf(ownerResources[type])
  let query = anyTable(write.db)
    .selectFrom(table)
    .select(contract.idField)
    .where(contract.idField, '=', Math.min(id, maxInteger))
  if (softDeletes) query = query.where('deleted_at', 'is', null)
  if (id <= maxInteger && (await asAuthor(write, () => query.executeTakeFirst()))) return
  const text = `${contract.title} not found.`
  throw new ApiError(404, 'not_found', text, { fields: { object_id: text } })
}

const column = (name: string) => sql.ref(name)

/** The owner's kind by a content type parameter, if given. */
const ownerTypeExpression = (contentType: number | null, otherwise: OwnerType) =>
  contentType === null
    ? sql`${otherwise}`
    : sql`coalesce((select model from content_types where id = ${contentType} and model in (${sql.join(Object.keys(ownerResources))})), ${otherwise})`

function contentTypeParameter(value: string | undefined): number | null {
  if (value === undefined) return null
  if (!/^\d{1,9}$/.test(value.trim()))
    throw invalidParameter('content_type', 'Must be the id of a content type.')
  return Number(value)
}

/**
 * The list parameters `object_id` and `content_type`. They name an owner as a body does, so that `contact-5`, and `5`
 * with the content type of contacts, list the same; the list of an absent owner is empty.
 */
export const ownerParameters = {
  object_id: {
    description:
      "The record that they hang on: 'opportunity-5', or a bare id as content_type says, else a bid's.",
    condition: (value: string, given: Readonly<Record<string, string>>): Expression<SqlBool> => {
      const named = ownerIn(value)
      if (!named) throw invalidParameter('object_id', examples)
      if (named.id > maxInteger) return sql<SqlBool>`1 = 0`
      const contentType = contentTypeParameter(given['content_type'])
      const type = ownerTypeExpression(contentType, named.type ?? 'bid')
      const agrees = named.type === null ? sql`1 = 1` : sql`${column('owner_type')} = ${named.type}`
      return sql<SqlBool>`(${column('owner_type')} = ${type} and ${column('owner_id')} = ${named.id} and ${agrees})`
    },
  },
  content_type: {
    description:
      'With object_id, the kind of record that a bare id names; alone, the content type that was stored.',
    condition: (value: string, given: Readonly<Record<string, string>>): Expression<SqlBool> => {
      const id = contentTypeParameter(value)
      return given['object_id'] === undefined
        ? sql<SqlBool>`${column('content_type')} = ${id}`
        : sql<SqlBool>`1 = 1`
    },
  },
}
