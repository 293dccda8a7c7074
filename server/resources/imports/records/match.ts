/** Finds the stored records that rows of a file are of (IMP-2). */
import { sql, type RawBuilder } from 'kysely'
import { emailKey } from '../../../../src/contract/emailKey'
import { digitsMatchKey, nameMatchKey, phoneMatchKey } from '../../../../src/contract/matchKeys'
import type { RecordImport } from '../../../../src/contract/recordImports'
import type { Write } from '../../../kit/context'
import { dialectOf } from '../../../db/dialects'
import { keyOfText } from '../../../kit/write/derive'

type Db = Write['db']

/** What a row says of its record: cells by their columns, and the records that it names. */
export interface Given {
  readonly text: (column: string) => string
  readonly ids: (column: string) => readonly number[]
}

/** A stored record found by a key. */
interface Hit {
  readonly key: string
  readonly id: number
  /** Of several records with the key those with this are meant: a city, an organization. Null: not known. */
  readonly within: string | null
}

/** A way to tell that a row is of a stored record. */
interface Criterion {
  /** 'tax ID' */
  readonly label: string
  /** Criteria of a lower rank decide alone. */
  readonly rank: number
  readonly keysOf: (given: Given) => readonly (string | null)[]
  /** What the row says of where it is; empty: nothing. */
  readonly within?: (given: Given) => readonly string[]
  /** Whether records of which that is not known are others. */
  readonly isStrict?: true
  readonly find: (keys: readonly string[]) => RawBuilder<Hit>
}

const list = (keys: readonly string[]) => sql.join(keys)
const idsOf = (column: string) => (given: Given) => given.ids(column).map(String)

/** By a register number of an organization. */
const byNumber = (column: 'tax_id' | 'duns_number' | 'bin_number', label: string): Criterion => ({
  label,
  rank: 1,
  keysOf: ({ text }) => [digitsMatchKey([text(column)])],
  find: (keys) => sql<Hit>`select ${sql.ref(`${column}_match`)} as key, organization_id as id, null as within
    from organizations where ${sql.ref(`${column}_match`)} in (${list(keys)}) and deleted_at is null`,
})

const emails =
  (...columns: string[]) =>
  ({ text }: Given) =>
    columns.map((column) => (text(column) === '' ? null : emailKey(text(column))))

/** By the lower case that the indexes of emails have. */
const lowered = (db: Db, column: string) => dialectOf(db).lower(sql.ref(column))

/** By which a contact is called so, in columns of their own or in one. */
interface ContactName {
  readonly column: string
  readonly keyOf: (given: Given) => string | null
}

const contactNames: readonly ContactName[] = [
  {
    column: 'contacts.name_match',
    keyOf: ({ text }) => nameMatchKey([text('first_name'), text('last_name')]),
  },
  { column: 'contacts.name_key', keyOf: ({ text }) => keyOfText(text('name')) || null },
]

/** By its name at an organization where it works, or has worked. */
const withOrganization = ({ column, keyOf }: ContactName): Criterion => ({
  label: 'name',
  rank: 2,
  keysOf: (given) => (given.ids('organization').length === 0 ? [] : [keyOf(given)]),
  within: idsOf('organization'),
  isStrict: true,
  find: (keys) => sql<Hit>`select ${sql.ref(column)} as key, contacts.contact_id as id,
      cast(link.organization as text) as within
    from contacts
    left join organization_contacts as link
      on link.contact = contacts.contact_id and link.deleted_at is null
    where ${sql.ref(column)} in (${list(keys)}) and contacts.deleted_at is null`,
})

/** By its name, where neither the row nor the contact has an email or an organization of now that could tell it from others. */
const alone = ({ column, keyOf }: ContactName): Criterion => ({
  label: 'name without email and organization',
  rank: 3,
  keysOf: (given) => {
    const isAlone = ['personal_email', 'work_email', 'organization'].every((name) => given.text(name) === '')
    return isAlone ? [keyOf(given)] : []
  },
  within: ({ text }) => [phoneMatchKey([text('personal_mobile')])].filter((key) => key !== null),
  find: (keys) => sql<Hit>`select ${sql.ref(column)} as key, contacts.contact_id as id,
      contacts.personal_mobile_match as within
    from contacts
    where ${sql.ref(column)} in (${list(keys)}) and contacts.deleted_at is null
      and contacts.personal_email is null
      and not exists (select 1 from organization_contacts as link
        where link.contact = contacts.contact_id and link.employment_status = 'active'
          and link.deleted_at is null)`,
})

const criteriaOf = (db: Db): Readonly<Record<RecordImport, readonly Criterion[]>> => ({
  organizations: [
    byNumber('tax_id', 'tax ID'),
    byNumber('duns_number', 'DUNS number'),
    byNumber('bin_number', 'Experian ID'),
    {
      label: 'email',
      rank: 2,
      keysOf: emails('email'),
      find: (keys) => sql<Hit>`select ${lowered(db, 'email')} as key, organization_id as id, null as within
        from organizations
        where email is not null and ${lowered(db, 'email')} in (${list(keys)}) and deleted_at is null`,
    },
    {
      label: 'name',
      rank: 3,
      keysOf: ({ text }) => [nameMatchKey([text('name')])],
      within: ({ text }) => (text('city') === '' ? [] : [keyOfText(text('city'))]),
      find: (keys) => sql<Hit>`select organizations.name_match as key, organizations.organization_id as id,
          nullif(addresses.city_key, '') as within
        from organizations
        left join organization_addresses as link
          on link.organization = organizations.organization_id and link.deleted_at is null
        left join addresses on addresses.address_id = link.address and addresses.deleted_at is null
        where organizations.name_match in (${list(keys)}) and organizations.deleted_at is null`,
    },
  ],
  contacts: [
    {
      label: 'email',
      rank: 1,
      keysOf: emails('personal_email', 'work_email'),
      find: (
        keys,
      ) => sql<Hit>`select ${lowered(db, 'personal_email')} as key, contact_id as id, null as within
          from contacts
          where personal_email is not null and ${lowered(db, 'personal_email')} in (${list(keys)})
            and deleted_at is null
        union
        select ${lowered(db, 'work_email')}, contact, null from organization_contacts
          where work_email is not null and ${lowered(db, 'work_email')} in (${list(keys)})
            and deleted_at is null`,
    },
    ...contactNames.map(withOrganization),
    ...contactNames.map(alone),
  ],
  addresses: [
    {
      label: 'street and city',
      rank: 1,
      keysOf: ({ text }) => [
        text('address_street') === '' || text('city') === ''
          ? null
          : streetKey(text('address_street'), text('city')),
      ],
      within: ({ text }) => (text('zip_code') === '' ? [] : [text('zip_code').slice(0, 5)]),
      find: (keys) => sql<Hit>`select address_street_key || ${'\n'} || city_key as key, address_id as id,
          nullif(substr(zip_code, 1, 5), '') as within
        from addresses
        where address_street_key in (${list([...new Set(keys.map((key) => key.split('\n')[0] ?? ''))])})
          and deleted_at is null`,
    },
  ],
  opportunities: [
    {
      label: 'name',
      rank: 1,
      keysOf: ({ text }) => [text('opportunity_name') === '' ? null : keyOfText(text('opportunity_name'))],
      within: idsOf('organizations'),
      find: (keys) => sql<Hit>`select opportunities.opportunity_name_key as key,
          opportunities.opportunity_id as id, cast(link.organization_id as text) as within
        from opportunities
        left join opportunity_organizations as link on link.opportunity_id = opportunities.opportunity_id
        where opportunities.opportunity_name_key in (${list(keys)}) and opportunities.deleted_at is null`,
    },
  ],
})

const streetKey = (street: string, city: string): string => `${keyOfText(street)}\n${keyOfText(city)}`

/** The stored records that a row may be of. */
export interface Match {
  readonly ids: readonly number[]
  /** By what: 'tax ID', or several with commas. */
  readonly by: string
  /** The rank of the criteria that found them; Infinity: none did. */
  readonly rank: number
}

export const noMatch: Match = { ids: [], by: '', rank: Infinity }

/** Whether the criteria of a rank are the numbers of registers. */
export const isByNumber = (name: RecordImport, rank: number): boolean =>
  name === 'organizations' && rank === 1

/** The keys of a row, of its lowest rank, that no other row of the file may have. */
export function ownKeys(db: Db, name: RecordImport, given: Given): { key: string; label: string }[] {
  const all = criteriaOf(db)[name].flatMap(({ label, rank, keysOf, within }) => {
    const places = within ? [...within(given)].sort((a, b) => a.localeCompare(b)) : []
    return keysOf(given).flatMap((key) =>
      key === null ? [] : [{ key: [label, key, ...places].join('\n'), label, rank }],
    )
  })
  return all.filter(({ rank }) => rank === all[0]?.rank)
}

/** What the record of a row is kept and sought by in its file, as matchesOf() seeks it among those that are stored. */
export function placedKeys(
  db: Db,
  name: RecordImport,
  given: Given,
): { label: string; rank: number; kept: string[]; sought: string[] }[] {
  return criteriaOf(db)[name].flatMap(({ label, rank, keysOf, within, isStrict = false }) => {
    const places = (within?.(given) ?? []).map((place) => `in ${place}`)
    return [...new Set(keysOf(given))].flatMap((key) => {
      if (key === null) return []
      const at = (...all: string[]) => all.map((place) => [label, key, place].join('\n'))
      const others = isStrict ? [] : ['nowhere']
      return [
        {
          label,
          rank,
          kept: at('anywhere', ...(places.length === 0 ? ['nowhere'] : places)),
          sought: places.length > 0 ? at(...places, ...others) : isStrict ? [] : at('anywhere'),
        },
      ]
    })
  })
}

/** All keys by which a row is found, or finds another one once that is stored. */
export const allKeys = (db: Db, name: RecordImport, given: Given): string[] =>
  criteriaOf(db)[name].flatMap(({ label, keysOf }) =>
    keysOf(given).flatMap((key) => (key === null ? [] : [`${label}\n${key}`])),
  )

/** What stored records some rows are of, in their order; a few rows, whose keys are named in one statement each. */
export async function matchesOf(db: Db, name: RecordImport, rows: readonly Given[]): Promise<Match[]> {
  const criteria = criteriaOf(db)[name]
  const found: (readonly Hit[])[] = []
  for (const { keysOf, find } of criteria) {
    const keys = [...new Set(rows.flatMap(keysOf))].filter((key) => key !== null)
    found.push(keys.length === 0 ? [] : (await find(keys).execute(db)).rows)
  }
  return rows.map((given) => {
    for (const rank of new Set(criteria.map((criterion) => criterion.rank))) {
      const hits = criteria.flatMap((criterion, place) =>
        criterion.rank === rank ? matchedBy(criterion, found[place] ?? [], given) : [],
      )
      if (hits.length === 0) continue
      return {
        ids: [...new Set(hits.map(({ id }) => id))].sort((a, b) => a - b),
        by: [...new Set(hits.map(({ label }) => label))].join(', '),
        rank,
      }
    }
    return noMatch
  })
}

/** The records that one criterion finds for a row. */
function matchedBy(
  { label, keysOf, within, isStrict }: Criterion,
  hits: readonly Hit[],
  given: Given,
): { id: number; label: string }[] {
  const keys = new Set(keysOf(given))
  const places = within?.(given) ?? []
  if (isStrict && places.length === 0) return []
  const own = hits.filter(({ key }) => keys.has(key))
  const byId = new Map<number, (string | null)[]>()
  for (const hit of own) byId.set(hit.id, [...(byId.get(hit.id) ?? []), hit.within])
  return [...byId].flatMap(([id, known]) => {
    const named = known.filter((place) => place !== null)
    const fits =
      places.length === 0 || (named.length === 0 ? !isStrict : named.some((place) => places.includes(place)))
    return fits ? [{ id, label }] : []
  })
}
