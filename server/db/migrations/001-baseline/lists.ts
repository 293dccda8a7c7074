import { sql } from 'kysely'
import { columnTypes, stampColumns, type DatabaseKind, type Statement } from '../ddl/columns'
import { listIndexes, trashIndex } from '../ddl/indexes'
import { sourceNames } from './sourceNames'

/** Content types by id; the specification fixes only that `contact` is 33 (API-5). */
const contentTypes = {
  1: 'user',
  2: 'profile',
  11: 'tag',
  12: 'state',
  13: 'utility',
  14: 'utilitystate',
  21: 'opportunity',
  22: 'bid',
  31: 'organization',
  32: 'address',
  33: 'contact',
  34: 'organizationaddress',
  35: 'organizationcontact',
  41: 'note',
  42: 'file',
  51: 'todo',
  52: 'activity',
}

const states =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming'

/** The lists that records choose from, with the rows that every installation has from its first start on. */
export function lists(kind: DatabaseKind): Statement[] {
  const { id, timestamp, key } = columnTypes[kind]
  const stamps = stampColumns(kind)
  return [
    sql`create table content_types (id ${id}, model ${key} not null unique, search text not null)`,
    ...listIndexes(kind, 'content_types', 'id'),
    sql`create table states (
      state_id ${id},
      acronym ${key} not null unique,
      name ${key} not null,
      search text not null,
      name_key ${key} not null default ''
    )`,
    ...listIndexes(kind, 'states', 'state_id'),
    sql`create table source_names (
      source_name_id ${id},
      name text not null,
      name_key ${key} not null unique,
      search text not null
    )`,
    ...listIndexes(kind, 'source_names', 'source_name_id'),
    // The list of source names that the present one has replaced, as JSON in one row, for undo (OPN-9).
    sql`create table replaced_source_names (
      id ${id},
      names text not null,
      replaced_at ${timestamp} not null
    )`,
    sql`create table tags (
      tag_id ${id},
      name text not null,
      color ${key} not null,
      description text not null,
      ${stamps},
      name_key ${key} not null unique,
      description_key ${key} not null,
      search text not null,
      deleted_at ${timestamp}
    )`,
    ...listIndexes(kind, 'tags', 'tag_id'),
    trashIndex('tags', 'tag_id'),
    sql`create table utilities (
      utility_id ${id},
      name text not null,
      ${stamps},
      name_key ${key} not null unique,
      search text not null,
      deleted_at ${timestamp}
    )`,
    ...listIndexes(kind, 'utilities', 'utility_id'),
    sql`create table utility_states (
      utility_state_id ${id},
      name text not null,
      status ${key} not null,
      utility integer not null references utilities (utility_id),
      state integer not null references states (state_id),
      ${stamps},
      name_key ${key} not null,
      utility_key ${key},
      state_key ${key},
      search text not null,
      deleted_at ${timestamp}
    )`,
    sql`create index utility_states_by_utility on utility_states (utility)`,
    ...listIndexes(kind, 'utility_states', 'utility_state_id'),
    ...rows,
  ]
}

/** All of these texts are plain, so that in lower case they are as `fold` gives them. */
const rows = [
  sql`insert into content_types (id, model, search) values ${sql.join(
    Object.entries(contentTypes).map(([id, model]) => sql`(${Number(id)}, ${model}, ${model})`),
  )}`,
  sql`insert into states (state_id, acronym, name, search, name_key) values ${sql.join(
    states.split(',').map((state, index) => {
      const [acronym, name] = [state.slice(0, 2), state.slice(3)]
      const key = name.toLowerCase()
      return sql`(${index + 1}, ${acronym}, ${name}, ${`${key}\n${acronym.toLowerCase()}`}, ${key})`
    }),
  )}`,
  sql`insert into source_names (name, name_key, search) values ${sql.join(
    sourceNames.map((name) => sql`(${name}, ${name.toLowerCase()}, ${name.toLowerCase()})`),
  )}`,
]
