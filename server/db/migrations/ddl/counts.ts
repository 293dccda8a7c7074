/**
 * Two numbers of a table maintained in `row_counts` by triggers, in the transaction of every write: how many rows are
 * not in the trash, and how many changes there were.
 */
import { sql } from 'kysely'
import type { DatabaseKind, Statement } from './columns'

const raw = (text: string) => sql.raw(text)

/** Counts one more change of a table, whose numbers stand in one row on SQLite. */
export const countChange = (table: string): string =>
  `update row_counts set changes = changes + 1 where table_name = '${table}'`

/**
 * Maintains how many rows of a table are not in the trash; existing rows are not counted, only later changes. On
 * PostgreSQL it needs countFunctions.
 */
export function rowCount(kind: DatabaseKind, table: string): Statement[] {
  if (kind === 'postgres')
    return [
      `create trigger ${table}_counted_insert after insert on ${table} referencing new table as fresh for each statement execute function count_rows()`,
      `create trigger ${table}_counted_delete after delete on ${table} referencing old table as gone for each statement execute function count_rows()`,
      `create trigger ${table}_counted_update after update of deleted_at on ${table} for each row when ((new.deleted_at is null) <> (old.deleted_at is null)) execute function count_rows()`,
    ].map(raw)
  const add = (change: string) =>
    `begin update row_counts set alive = alive + ${change} where table_name = '${table}'; end`
  const isAlive = (row: string) => `(${row}.deleted_at is null)`
  return [
    `create trigger ${table}_counted_insert after insert on ${table} when ${isAlive('new')} ${add('1')}`,
    `create trigger ${table}_counted_delete after delete on ${table} when ${isAlive('old')} ${add('-1')}`,
    `create trigger ${table}_counted_update after update of deleted_at on ${table} when ${isAlive('new')} <> ${isAlive('old')} ${add(`${isAlive('new')} - ${isAlive('old')}`)}`,
  ].map(raw)
}

/**
 * Counts insertions, deletions, and changes of some columns of a table. Results computed from these are valid as long
 * as that number is the same. On PostgreSQL it needs countFunctions.
 * @param columns null: any.
 */
export function changeCount(
  kind: DatabaseKind,
  table: string,
  columns: readonly string[] | null,
): Statement[] {
  const of = columns === null ? '' : `of ${columns.join(', ')}`
  const differs = (operator: string) =>
    columns?.map((column) => `old.${column} ${operator} new.${column}`).join(' or ')
  if (kind === 'postgres') {
    const each = columns === null ? 'statement' : `row when (${differs('is distinct from')})`
    return [
      `create trigger ${table}_changed_insert after insert on ${table} for each statement execute function count_changes()`,
      `create trigger ${table}_changed_delete after delete on ${table} for each statement execute function count_changes()`,
      `create trigger ${table}_changed_update after update ${of} on ${table} for each ${each} execute function count_changes()`,
    ].map(raw)
  }
  const add = `begin ${countChange(table)}; end`
  const when = columns === null ? '' : `when ${differs('is not')}`
  return [
    `create trigger ${table}_changed_insert after insert on ${table} ${add}`,
    `create trigger ${table}_changed_delete after delete on ${table} ${add}`,
    `create trigger ${table}_changed_update after update ${of} on ${table} ${when} ${add}`,
  ].map(raw)
}

/**
 * Sums up the rows of a table in one of a hundred changes, unless another transaction does so now: PostgreSQL gets one
 * row for each change, so that no transaction waits for another to update a sum.
 */
const sumUp = `
  if random() < 0.01 then
    with summed as (
      delete from row_counts where ctid = any(array(
        select ctid from row_counts where table_name = tg_table_name for update skip locked))
      returning alive, changes)
    insert into row_counts select tg_table_name, sum(alive), sum(changes)
      from summed having count(*) > 0;
  end if;`

/** The functions of PostgreSQL's triggers. */
export const countFunctions = (): Statement[] =>
  [
    `create function count_rows() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into row_counts select tg_table_name, count(*) from fresh where deleted_at is null having count(*) > 0;
      elsif tg_op = 'DELETE' then
        insert into row_counts select tg_table_name, -count(*) from gone where deleted_at is null having count(*) > 0;
      else
        insert into row_counts select tg_table_name, case when new.deleted_at is null then 1 else -1 end;
      end if;
      ${sumUp}
      return null;
    end $$`,
    `create function count_changes() returns trigger language plpgsql as $$
        begin
          insert into row_counts values (tg_table_name, 0, 1);
          ${sumUp}
          return null;
        end $$`,
  ].map(raw)
