import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copyTemplate, testDir } from '../testing/databases'
import { startDirectory } from '../testing/directory'
import { startExperian } from '../testing/experian'
import { startMailServer } from '../testing/mailServer'
import { startNylas } from '../testing/nylas'
import { runProgram } from '../testing/programs'

const examine = (env: Record<string, string>) => runProgram('server/commands/doctor.ts', { env })

test('it says of each part that it works, and sends nothing', async () => {
  const { dataDir, databaseUrl } = await copyTemplate()
  const bureau = await startExperian()
  const mail = await startMailServer()
  const directory = await startDirectory()
  const service = await startNylas()
  try {
    const { status, output } = await examine({
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...bureau.environment,
      ...service.environment,
      SMTP_URL: mail.url,
      PROFILE_FETCHER_URL: 'https://profiles.example',
      DIRECTORY_ISSUER: directory.issuer,
      DIRECTORY_CLIENT_ID: 'citygate',
      PRIVATE_HOSTS: [bureau, service]
        .map(({ environment }) => environment['PRIVATE_HOSTS'])
        .concat(new URL(directory.issuer).host)
        .join(','),
    })
    expect(output.split('\n').map((line) => line.slice(0, line.indexOf(':')))).toEqual([
      'ok     Configuration',
      'ok     Files',
      'ok     Credit bureau',
      'ok     Profile fetcher',
      'ok     Directory',
      'ok     Mail and calendar service',
      'ok     Mail server',
      'ok     Clock',
      'WARN   Backups',
      'ok     Database',
    ])
    expect(status).toBe(0)
    expect(mail.taken).toEqual([])
    expect(service.requests).toEqual(['GET /v3/applications'])
    expect(output).not.toContain('s3cret')
  } finally {
    await bureau.close()
    await mail.close()
    await directory.stop()
    await service.close()
  }
})

test('[TRUST-21] an upload that a server is taking meanwhile goes on', async () => {
  const { dataDir } = await copyTemplate()
  const incoming = path.join(dataDir, 'files/incoming')
  mkdirSync(incoming, { recursive: true })
  writeFileSync(path.join(incoming, 'of-a-server'), 'half')
  expect((await examine({ DATA_DIR: dataDir })).output).toMatch(/^ok {5}Files: kept and removed one/m)
  expect(readdirSync(incoming)).toEqual(['of-a-server'])
})

test('[TRUST-26] it says in a sentence what does not work, without secrets, and its status is 1', async () => {
  const { dataDir, databaseUrl } = await copyTemplate()
  const bureau = await startExperian()
  const { status, output } = await examine({
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...bureau.environment,
    BUREAU_PASSWORD: 'not-the-password',
    SMTP_URL: 'smtp://citygate:s3cret@127.0.0.1:1',
    FILES_URL: 's3://citygate:s3cret@127.0.0.1:1/bucket?tls=off',
    MAIL_API_URL: 'http://127.0.0.1:4',
    MAIL_CLIENT_ID: 'citygate',
    MAIL_API_KEY: 's3cret',
    DIRECTORY_ISSUER: 'http://127.0.0.1:4',
    DIRECTORY_CLIENT_ID: 'citygate',
    DIRECTORY_CLIENT_SECRET: 's3cret',
    PRIVATE_HOSTS: `${bureau.environment.PRIVATE_HOSTS},127.0.0.1:4`,
  })
  await bureau.close()
  expect(output).toContain('FAULT  Credit bureau: it does not accept our credentials (401).')
  expect(output).toMatch(/^FAULT {2}Mail server: it refuses connections/m)
  expect(output).toMatch(/^FAULT {2}Mail and calendar service: it refuses connections/m)
  expect(output).toMatch(/^FAULT {2}Directory: it refuses connections/m)
  expect(output).toMatch(/^FAULT {2}Files: it refuses connections/m)
  expect(output).toMatch(/^ok {5}Database/m)
  expect(output).not.toMatch(/s3cret|not-the-password/)
  expect(status).toBe(1)
})

test('it names what cannot be used of the configuration, and a database that is not there', async () => {
  const wrong = await examine({ PORT: 'eighty' })
  expect([wrong.status, wrong.output]).toEqual([
    1,
    'FAULT  Configuration: PORT is "eighty", but must be a port number from 0 to 65535.',
  ])
  const dataDir = mkdtempSync(path.join(testDir(), 'doctor-'))
  const absent = await examine({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://127.0.0.1:1/citygate' })
  const empty = await examine({ DATA_DIR: dataDir })
  expect(empty.output).toMatch(/^FAULT {2}Database: there is none yet/m)
  rmSync(dataDir, { recursive: true })
  expect(absent.output).toMatch(/^FAULT {2}Database: it refuses connections/m)
  expect(absent.status).toBe(1)
})
