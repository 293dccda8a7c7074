import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import landed from './checksums.json'

/** Everything that migrations consist of, by its path from here; the list of them and tests may change. */
const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'index.ts')
  .sort()

const checksumOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(path.join(__dirname, file)))
    .digest('hex')

/** What is wrong, each with what to do about it. */
function faults(checksums: Readonly<Record<string, string>>): string[] {
  const found = files.flatMap((file) => {
    const checksum = checksumOf(file)
    const before = checksums[file]
    if (before === undefined) return [`${file} is new: add "${file}": "${checksum}" to checksums.json.`]
    if (before !== checksum)
      return [`${file} has landed and must stay as it is: put the change into a new migration.`]
    return []
  })
  const gone = Object.keys(checksums).filter((file) => !files.includes(file))
  return [...found, ...gone.map((file) => `${file} has landed and must stay.`)]
}

test('[TRUST-33] migrations that have landed are never edited', () => {
  expect(faults(landed)).toEqual([])
})

test('[TRUST-33] an edited migration, a new one and a removed one are told apart', () => {
  const [edited = '', added = ''] = files
  const others = Object.fromEntries(files.slice(2).map((file) => [file, checksumOf(file)]))
  expect(faults({ ...others, [edited]: 'of another text', '000-removed.ts': '' })).toEqual([
    `${edited} has landed and must stay as it is: put the change into a new migration.`,
    `${added} is new: add "${added}": "${checksumOf(added)}" to checksums.json.`,
    '000-removed.ts has landed and must stay.',
  ])
})
