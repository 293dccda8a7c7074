import { sql, type Kysely } from 'kysely'
import type { DatabaseKind } from './ddl/columns'

const add = 'insert into limiting_teams (team_id) values (new.team_id) on conflict do nothing'
const isLimited = 'new.team_id is not null'

/**
 * The teams to which an opportunity has ever been limited. While there is none, no reader has limits; afterwards the limits stay,
 * as the audit tells of records that are gone for good.
 */
export async function limitingTeams(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await sql`create table limiting_teams (
    team_id integer primary key references teams (team_id) on delete cascade
  )`.execute(db)
  await sql`insert into limiting_teams select distinct team_id from opportunities where team_id is not null`.execute(
    db,
  )
  const statements =
    kind === 'sqlite'
      ? ['insert on', 'update of team_id on'].map(
          (event, place) =>
            `create trigger opportunities_limited_${place === 0 ? 'insert' : 'update'} after ${event} opportunities
              when ${isLimited} begin ${add}; end`,
        )
      : [
          `create function keep_limiting_team() returns trigger language plpgsql as $$ begin ${add}; return null; end $$`,
          `create trigger opportunities_limited after insert or update of team_id on opportunities
            for each row when (${isLimited}) execute function keep_limiting_team()`,
        ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
