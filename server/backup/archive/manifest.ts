import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** Its name in an archive. */
export const manifestName = 'manifest.json'

const count = Type.Integer({ minimum: 0 })
/** Bytes and hash of an entry, uncompressed. */
const digest = { size: count, sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }

const shape = Type.Object({
  /** Of the archive itself. */
  format: Type.Literal(1),
  /** The version of the product that has made it. */
  product: Type.String(),
  created_at: Type.String(),
  database: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  /** Those that the schema had run. */
  migrations: Type.Array(Type.String(), { minItems: 1 }),
  tables: Type.Array(
    Type.Object({
      name: Type.String({ pattern: '^[a-z_]+$' }),
      columns: Type.Array(Type.String()),
      /** The highest id given so far; null where the table gives none. */
      last_id: Type.Union([count, Type.Null()]),
      rows: count,
      ...digest,
    }),
  ),
  files: Type.Array(Type.Object({ key: Type.String(), ...digest })),
  /** Keys of contents that rows name and that the file store did not have. */
  missing_files: Type.Array(Type.String()),
})

export type Manifest = Static<typeof shape>
export type Digest = Pick<Manifest['files'][number], 'size' | 'sha256'>

/** @returns undefined for a text that is no manifest of this format. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(shape, value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The entries of an archive. */
export const tableEntry = (table: string): string => `database/${table}.ndjson`
export const fileEntry = (key: string): string => `files/${key}`
