/**
 * Text as search and ordering see it: no case, no accents. Done here and not in SQL, so that SQLite and
 * PostgreSQL give the same answers whatever their collations.
 */
export const fold = (value: string): string => value.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
