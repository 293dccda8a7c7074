import type { Manifest } from './archive/manifest'

/** What an archive holds, in one line for operators. */
export function summaryOf({ tables, files, missing_files, database, created_at }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const missing =
    missing_files.length > 0 ? `, ${missing_files.length} files missing from the file store already` : ''
  return `${rows} rows and ${files.length} files${missing}, from ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'} as of ${created_at}`
}
