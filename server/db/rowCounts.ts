/**
 * Two numbers of a table that are kept in `row_counts` by triggers, in the transaction of every write: how many rows are
 * alive, and how often something has changed.
 */
import { sql, type RawBuilder } from 'kysely'

export interface Counts {
  /**
   * Statements that keep how many rows of a table are not in the trash: what is there is not added, only what has
   * changed since.
   */
  rowCount(table: string): RawBuilder<unknown>[]
  /**
   * Statements that keep how often rows of a table have come, gone, or changed in some columns. Whatever has been found
   * by these holds as long as that number is the same.
   * @param columns null: in any.
   */
  changeCount(table: string, columns: readonly string[] | null): RawBuilder<unknown>[]
}

const raw = (text: string) => sql.raw(text)

/** The condition that a change of a row changes some columns. */
const differs = (columns: readonly string[], operator: string): string =>
  columns.map((column) => `old.${column} ${operator} new.${column}`).join(' or ')

/** Statements for the embedded database, after many rows were written without triggers. */
export const countAnew = (table: string): string =>
  `update row_counts set alive = (select count(*) from ${table} where deleted_at is null) where table_name = '${table}'`
export const countChange = (table: string): string =>
  `update row_counts set changes = changes + 1 where table_name = '${table}'`

/** A table has one row. */
export const countsOnSqlite: Counts = {
  rowCount: (table) => {
    const add = (change: string) =>
      `begin update row_counts set alive = alive + ${change} where table_name = '${table}'; end`
    const isAlive = (row: string) => `(${row}.deleted_at is null)`
    return [
      `create trigger ${table}_counted_insert after insert on ${table} when ${isAlive('new')} ${add('1')}`,
      `create trigger ${table}_counted_delete after delete on ${table} when ${isAlive('old')} ${add('-1')}`,
      `create trigger ${table}_counted_update after update of deleted_at on ${table} when ${isAlive('new')} <> ${isAlive('old')} ${add(`${isAlive('new')} - ${isAlive('old')}`)}`,
    ].map(raw)
  },
  changeCount: (table, columns) => {
    const add = `begin ${countChange(table)}; end`
    const [of, when] =
      columns === null ? ['', ''] : [`of ${columns.join(', ')}`, `when ${differs(columns, 'is not')}`]
    return [
      `create trigger ${table}_changed_insert after insert on ${table} ${add}`,
      `create trigger ${table}_changed_delete after delete on ${table} ${add}`,
      `create trigger ${table}_changed_update after update ${of} on ${table} ${when} ${add}`,
    ].map(raw)
  },
}

/** How often a change of counted rows sums up those of before. */
const sumUpChance = 0.01

/** Sums up the rows of a table that nobody else sums up just now. */
const sumUp = (columns: readonly string[]) => `
  if random() < ${sumUpChance} then
    with summed as (
      delete from row_counts where ctid = any(array(
        select ctid from row_counts where table_name = tg_table_name for update skip locked))
      returning ${columns.join(', ')})
    insert into row_counts select tg_table_name, ${columns.map((column) => `sum(${column})`).join(', ')}
      from summed having count(*) > 0;
  end if;`

/** The function of the triggers by which rows are counted, which sums up these columns. */
const countRows = (columns: readonly string[]) =>
  raw(`create or replace function count_rows() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into row_counts select tg_table_name, count(*) from fresh where deleted_at is null having count(*) > 0;
      elsif tg_op = 'DELETE' then
        insert into row_counts select tg_table_name, -count(*) from gone where deleted_at is null having count(*) > 0;
      else
        insert into row_counts select tg_table_name, case when new.deleted_at is null then 1 else -1 end;
      end if;
      ${sumUp(columns)}
      return null;
    end $$`)

const bothNumbers = ['alive', 'changes']

/** One row of each change, so that nobody waits for another to change a sum; they are summed up at times. */
export const countsOnPostgres: Counts = {
  rowCount: (table) => [
    countRows(['alive']),
    ...[
      `create trigger ${table}_counted_insert after insert on ${table} referencing new table as fresh for each statement execute function count_rows()`,
      `create trigger ${table}_counted_delete after delete on ${table} referencing old table as gone for each statement execute function count_rows()`,
      `create trigger ${table}_counted_update after update of deleted_at on ${table} for each row when ((new.deleted_at is null) <> (old.deleted_at is null)) execute function count_rows()`,
    ].map(raw),
  ],
  changeCount: (table, columns) => {
    const [of, each] =
      columns === null
        ? ['', 'for each statement']
        : [`of ${columns.join(', ')}`, `for each row when (${differs(columns, 'is distinct from')})`]
    return [
      countRows(bothNumbers),
      ...[
        `create or replace function count_changes() returns trigger language plpgsql as $$
        begin
          insert into row_counts values (tg_table_name, 0, 1);
          ${sumUp(bothNumbers)}
          return null;
        end $$`,
        `create trigger ${table}_changed_insert after insert on ${table} for each statement execute function count_changes()`,
        `create trigger ${table}_changed_delete after delete on ${table} for each statement execute function count_changes()`,
        `create trigger ${table}_changed_update after update ${of} on ${table} ${each} execute function count_changes()`,
      ].map(raw),
    ]
  },
}
