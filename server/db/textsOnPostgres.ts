/**
 * What is searched of a table that very many rows stand in, kept once more in a narrow table beside it: an index there
 * is not touched by changes of anything else, and to look through what it finds takes a third of the pages.
 */
import { sql, type RawBuilder } from 'kysely'

/** The tables that have one. Each costs a new row and a new text a little, and a bulk load more. */
const tables: ReadonlySet<string> = new Set(['opportunities'])

/** Characters of a text that an index of trigrams knows, and of one that the index of pairs does. */
const trigram = 3
const pair = 2

/**
 * Kilobytes of new texts that wait beside an index of search (GIN) to be put into it together. Every search reads them,
 * too, and whoever writes the last of them waits: with 4 MB, which is usual, one search took 26 ms instead of 2.
 */
export const maxPending = 256

/** How an index of search is made. */
export const usingGin = (what: string): string =>
  `using gin (${what}) with (gin_pending_list_limit = ${maxPending})`

const raw = (text: string) => sql.raw(text)

/** A text as a pattern of `like` that it stands in, character by character. */
export const patternOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * Takes a text apart, from one end to the other: a letter that is asked for by its place is looked for from the first one
 * on. Indexes hold what it gives, so it gives the same for ever.
 */
const pairsOfText = `create or replace function letter_pairs(text) returns text[]
  language sql immutable strict parallel safe cost 10000
  as 'select array(
    select distinct letter || following
    from (
      select letter, lead(letter) over (order by place) as following
      from unnest(string_to_array($1, null)) with ordinality as letters (letter, place)
    ) as pairs
    where following is not null)'`

/** Statements that make the functions of the narrow tables anew, where there are some already. */
export const textFunctions = (): RawBuilder<unknown>[] => [raw(pairsOfText)]

/**
 * Statements that make the narrow table, fill it, and let it follow. The function is said to cost much, and nothing is
 * told of what it gives, so that no plan runs it for each row: taken apart are only texts that are new.
 */
export const keepTexts = (table: string, idColumn: string): RawBuilder<unknown>[] =>
  !tables.has(table)
    ? []
    : [
        pairsOfText,
        `create table ${table}_texts (id integer primary key, search text collate "C" not null)`,
        `insert into ${table}_texts select ${idColumn}, search from ${table} order by ${idColumn}`,
        `create index ${table}_texts_search on ${table}_texts ${usingGin('search gin_trgm_ops')}`,
        `create index ${table}_texts_pairs on ${table}_texts ${usingGin('letter_pairs(search)')}`,
        `alter index ${table}_texts_pairs alter column 1 set statistics 0`,
        `drop index ${table}_search`,
        `create function ${table}_texts_follow() returns trigger language plpgsql as $$ begin
          case tg_op
            when 'INSERT' then insert into ${table}_texts select ${idColumn}, search from fresh;
            when 'DELETE' then delete from ${table}_texts where id in (select ${idColumn} from gone);
            when 'UPDATE' then update ${table}_texts set search = new.search where id = new.${idColumn};
          end case;
          return null;
        end $$`,
        `create trigger ${table}_texts_insert after insert on ${table} referencing new table as fresh
          for each statement execute function ${table}_texts_follow()`,
        `create trigger ${table}_texts_delete after delete on ${table} referencing old table as gone
          for each statement execute function ${table}_texts_follow()`,
        `create trigger ${table}_texts_update after update of search on ${table}
          for each row when (old.search is distinct from new.search) execute function ${table}_texts_follow()`,
      ].map(raw)

/** A selection of the ids of rows that hold a folded text; undefined where no index of a narrow table tells them. */
export function idsByTexts(table: string, folded: string): RawBuilder<unknown> | undefined {
  const { length } = [...folded]
  if (!tables.has(table) || length < pair) return undefined
  const holds =
    length < trigram ? sql`letter_pairs(search) @> array[${folded}]` : sql`search like ${patternOf(folded)}`
  return sql`select id from ${sql.table(`${table}_texts`)} where ${holds}`
}
