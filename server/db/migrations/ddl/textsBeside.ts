/**
 * The searched texts of a table with very many rows on PostgreSQL, copied to a narrow table beside it: its index is not
 * touched by other changes, and checking the matches reads a third of the pages.
 */
import { sql } from 'kysely'
import type { Statement } from './columns'
import { usingGin } from './indexes'

/**
 * Splits a text from one end to the other: PostgreSQL finds a character by its position in time proportional to the
 * position. Indexes hold the results, so it must always give the same.
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

/**
 * Creates the narrow table, fills it, and keeps it up to date. The function is declared as expensive, and its index has
 * no statistics, so that no plan runs it for each row: only new texts are split.
 */
export const textsBeside = (table: string, idColumn: string): Statement[] =>
  [
    pairsOfText,
    `create table ${table}_texts (id integer primary key, search text collate "C" not null)`,
    `insert into ${table}_texts select ${idColumn}, search from ${table} order by ${idColumn}`,
    `create index ${table}_texts_search on ${table}_texts ${usingGin('search gin_trgm_ops')}`,
    `create index ${table}_texts_pairs on ${table}_texts ${usingGin('letter_pairs(search)')}`,
    `alter index ${table}_texts_pairs alter column 1 set statistics 0`,
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
  ].map((text) => sql.raw(text))
