/** The list of past imports (GAS-7). */
import type { ListAnswer } from '../../../src/contract/answers'
import type { ImportName, PastImport } from '../../../src/contract/imports'
import type { Write } from '../../kit/context'
import { countsOf, shownState } from './kept'

interface ImportsPage {
  limit: number
  offset: number
  /** Kinds of which a reader sees the own imports only. */
  private: { kinds: readonly ImportName[]; reader: number }
}

/** Imports of some kinds, the newest first, with what they are called. */
export async function listImports(
  db: Write['db'],
  names: readonly ImportName[],
  { limit, offset, private: { kinds, reader } }: ImportsPage,
): Promise<ListAnswer<PastImport>> {
  let those = db
    .selectFrom('imports')
    .where('imports.kind', 'in', names)
    .where('imports.state', '<>', 'staged')
  if (kinds.length > 0)
    those = those.where((eb) =>
      eb.or([eb('imports.kind', 'not in', kinds), eb('imports.created_by', '=', reader)]),
    )
  const { count } = await those
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await those
    .leftJoin('users', 'users.id', 'imports.created_by')
    .leftJoin('curves', (join) =>
      join.onRef('curves.curve_id', '=', 'imports.target').on('imports.kind', '=', 'curves'),
    )
    .leftJoin('utilities', (join) =>
      join
        .onRef('utilities.utility_id', '=', 'imports.target')
        .on('imports.kind', 'in', ['heatContents', 'usage']),
    )
    .selectAll('imports')
    .select([
      'users.username as created_by_name',
      'curves.name as curve_name',
      'utilities.name as utility_name',
    ])
    .orderBy('imports.import_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return {
    count,
    results: rows.map((row) => ({
      import_id: row.import_id,
      kind: row.kind,
      state: shownState(row.state),
      filename: row.filename,
      target: row.target,
      target_name: row.curve_name ?? row.utility_name,
      counts: countsOf(row),
      created_by: row.created_by,
      created_by_name: row.created_by_name,
      created_at: row.created_at,
      committed_at: row.committed_at,
    })),
  }
}
