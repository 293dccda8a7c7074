import { sql, type Kysely } from 'kysely'
import { columnTypes, type DatabaseKind, type Statement } from './ddl/columns'

/** References of records to those in whose timelines they stand, as the audit names them. */
const references = [
  ['organizationContacts', 'organization', 'organizations', 'links'],
  ['organizationContacts', 'contact', 'contacts', 'links'],
  ['organizationAddresses', 'organization', 'organizations', 'links'],
  ['organizationAddresses', 'address', 'addresses', 'links'],
  ['contractAccounts', 'contract', 'contracts', 'links'],
  ['contractAccounts', 'utility_account', 'utilityAccounts', 'links'],
  ['bids', 'opportunity', 'opportunities', 'links'],
  ['bids', 'legal_entity', 'organizations', 'links'],
  ['contracts', 'opportunity', 'opportunities', 'links'],
  ['contracts', 'organization', 'organizations', 'links'],
  ['utilityAccounts', 'organization', 'organizations', 'links'],
  ['activities', 'organization', 'organizations', 'meetings'],
  ['activities', 'deal', 'opportunities', 'meetings'],
  ['opportunities', 'organizations', 'organizations', 'links'],
  ['todos', 'organizations', 'organizations', 'tasks'],
] as const

/** Records whose own links these are, too. */
const withOwnLinks: readonly string[] = ['bids', 'contracts', 'utilityAccounts', 'opportunities']

/** Records that hang on others, and the id of these. */
const held = [
  ['notes', 'id', 'notes'],
  ['files', 'file_id', 'files'],
] as const

/** The ids that an audit entry names before or after, one a row: of a list, or of a single reference. */
const named: Readonly<Record<DatabaseKind, (side: 'before' | 'after', field: string) => Statement>> = {
  sqlite: (side, field) =>
    sql`select audit.id as audit_id, audit.record_id as own, json_each.value as target
      from audit, json_each(audit.${sql.ref(side)}, ${sql.lit(`$.${field}`)})`,
  postgres: (side, field) => {
    const value = sql`(audit.${sql.ref(side)}::json -> ${sql.lit(field)})`
    return sql`select audit.id as audit_id, audit.record_id as own, target::integer as target
      from audit, lateral (
        select json_array_elements_text(case when json_typeof(${value}) = 'array' then ${value} else '[]' end) as target
        union all select ${value} #>> '{}' where json_typeof(${value}) = 'number'
      ) as named`
  },
}

const isNumber: Readonly<Record<DatabaseKind, Statement>> = {
  sqlite: sql`json_each.type = 'integer'`,
  postgres: sql`target is not null`,
}

/** Stores in whose timelines the audit entries stand that are there already. */
export async function fillAuditSubjects(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const actions = sql`audit.action in ('create', 'update', 'delete', 'restore')`
  const side = (of: string, name: 'before' | 'after', field: string) =>
    sql`${named[kind](name, field)} where audit.resource = ${sql.lit(of)} and ${actions}
      and audit.record_id is not null and audit.${sql.ref(name)} is not null and ${isNumber[kind]}`
  const statements = [
    ...references.flatMap(([of, field, target, timeline]) => {
      const [before, after] = [side(of, 'before', field), side(of, 'after', field)]
      const both =
        timeline === 'links'
          ? sql`select * from (select * from (${after}) as a except select * from (${before}) as b) as added
              union select * from (select * from (${before}) as b except select * from (${after}) as a) as removed`
          : sql`${before} union ${after}`
      const rows = (resource: string, id: 'target' | 'own') =>
        sql`insert into audit_subjects (audit_id, resource, record_id, kind)
          select distinct audit_id, ${sql.lit(resource)}, ${sql.ref(id)}, ${sql.lit(timeline)}
          from (${both}) as told where true on conflict do nothing`
      return [rows(target, 'target'), ...(withOwnLinks.includes(of) ? [rows(of, 'own')] : [])]
    }),
    ...held.map(
      ([table, id, timeline]) => sql`insert into audit_subjects (audit_id, resource, record_id, kind)
        select audit.id, case owner_type when 'opportunity' then 'opportunities' when 'address' then 'addresses'
          else owner_type || 's' end, owner_id, ${sql.lit(timeline)}
        from audit join ${sql.table(table)} as part on part.${sql.ref(id)} = audit.record_id
        where audit.resource = ${sql.lit(table)} and ${actions}`,
    ),
  ]
  for (const statement of statements) await statement.execute(db)
}

/**
 * In whose timelines audit entries about other records stand; and the audit of a record in its order, so that a page of it is read
 * from an index.
 */
export async function auditSubjects(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const { key } = columnTypes[kind]
  await sql`create table audit_subjects (
      audit_id integer not null references audit (id) on delete cascade,
      resource ${key} not null,
      record_id integer not null,
      kind ${key} not null,
      primary key (resource, record_id, kind, audit_id)
    )`.execute(db)
  await fillAuditSubjects(db, kind)
  const indexes = [
    sql`create index audit_subjects_by_entry on audit_subjects (audit_id)`,
    sql`create index audit_by_record_in_order on audit (resource, record_id, id)`,
    sql`drop index audit_by_record`,
  ]
  for (const statement of indexes) await statement.execute(db)
}
