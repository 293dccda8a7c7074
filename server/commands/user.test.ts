import { mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import type { SignInAnswer } from '../../src/contract/session'
import { lockDataDir } from '../db/lock'
import { demoPassword, startApi, type TestApi } from '../testing/api'
import { runProgram, type ProgramResult } from '../testing/programs'

const password = 'seven small lanterns'
const temporary: string[] = []
const makeDir = () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'citygate-user-'))
  temporary.push(dir)
  return dir
}
afterAll(() => {
  for (const dir of temporary) rmSync(dir, { recursive: true, force: true })
})

const user = (env: Record<string, string>, args: string[], input = ''): Promise<ProgramResult> =>
  runProgram('server/commands/user.ts', { args, env, input, umask: '000' })
const done = (output: string) => ({ status: 0, output, complaint: '' })

test('the first account of an empty machine, then the list, without a server', async () => {
  const env = { DATA_DIR: path.join(makeDir(), 'data') }
  const unnamed = ['--username', 'anna.berg', '--type', 'team', '--first', 'Anna']
  const refused = await user(env, ['create', ...unnamed, '--last', 'Berg\u001b[2J'], `${password}\n`)
  expect(refused).toMatchObject({
    status: 1,
    complaint: '--last: Must be one line without control characters.',
  })
  const options = [...unnamed, '--last', 'Berg']
  expect(await user(env, ['create', ...options], `${password}\nwhat follows does not count\n`)).toEqual(
    done('Created the user "anna.berg" (team).'),
  )
  expect(statSync(path.join(env.DATA_DIR, 'citygate.db')).mode & 0o777).toBe(0o600)
  expect(await user(env, ['list'])).toEqual(
    done('USERNAME   TYPE  STATE   NAME       EMAIL\nanna.berg  team  active  Anna Berg'),
  )
})

test('[TRUST-31] a server that has not made its database yet is waited for by the person, not by the command', async () => {
  const DATA_DIR = makeDir()
  const release = lockDataDir(DATA_DIR)
  const { status, complaint } = await user({ DATA_DIR }, ['list'])
  release()
  expect(status).toBe(1)
  expect(complaint).toBe(
    `DATA_DIR "${DATA_DIR}" is in use by a server that has another version or is starting just now.`,
  )
})

describe('beside a server', () => {
  let api: TestApi
  let env: Record<string, string>
  let release: () => void
  beforeAll(async () => {
    api = await startApi()
    const { dataDir, databaseUrl } = api.app.config
    env = { DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) }
    release = lockDataDir(dataDir)
  })
  afterAll(async () => {
    await api.close()
    release()
  })

  const signIn = (username: string, typed = password) =>
    api.send<SignInAnswer>('POST', '/api/token/', { body: { username, password: typed } })
  const statusOf = async ({ access }: SignInAnswer) =>
    (await api.send('GET', '/api/users/me/', { token: access })).status
  /** Reads the stream of changes until it ends: with the session, or for a reconnect. */
  const follow = async ({ access }: SignInAnswer) => {
    const { body } = await fetch(`${api.url}/api/events/`, { headers: { authorization: `Bearer ${access}` } })
    return text(body as ReadableStream)
  }
  const actionsOn = async (id: number) =>
    (
      await api.database.db
        .selectFrom('audit')
        .select(['action', 'actor'])
        .where('resource', '=', 'users')
        .where('record_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ action, actor }) => [action, actor])

  test('[TRUST-38] a new user signs in at once; the audit knows that the system itself made it', async () => {
    const made = await user(
      env,
      ['create', '--username', 'Nina', '--type', 'broker', '--email', 'nina@brook.example'],
      `${password}\r\n`,
    )
    expect(made).toEqual(done('Created the user "Nina" (broker).'))
    const { status, body } = await signIn('nina')
    expect(status).toBe(200)
    expect(await actionsOn(body.user.id)).toEqual([['create', null]])
    const me = await api.send('GET', '/api/users/me/', { token: body.access })
    expect(me.body).toMatchObject({
      email: 'nina@brook.example',
      first_name: null,
      user_type: 'broker',
      is_active: true,
    })
  })

  test('[TRUST-6] a new password ends every session of its owner, and open pages learn of it', async () => {
    const before = await api.signIn('customer')
    const stays = await api.signIn('broker')
    const followed = follow(before)
    expect(await user(env, ['password', 'Customer'], password)).toEqual(
      done('The user "customer" has a new password, and every session of theirs has ended.'),
    )
    expect([await statusOf(before), await statusOf(stays)]).toEqual([401, 200])
    await followed
    expect((await signIn('customer', demoPassword)).status).toBe(401)
    expect((await signIn('customer')).status).toBe(200)
    expect(await actionsOn(before.user.id)).toEqual([['password change', null]])
  })

  test('[MFA-8] the second factors of a user are removed, where there are some', async () => {
    expect(await user(env, ['remove-factors', 'broker'])).toEqual(
      done('The user "broker" has no second factor.'),
    )
  })

  test('[TRUST-6] a deactivated user is out at once and does not come back', async () => {
    const before = await api.signIn('newcomer')
    const followed = follow(before)
    expect(await user(env, ['deactivate', 'newcomer'])).toEqual(
      done('The user "newcomer" is deactivated, and every session of theirs has ended.'),
    )
    expect(await statusOf(before)).toBe(401)
    await followed
    expect((await signIn('newcomer', demoPassword)).status).toBe(401)
    expect(await actionsOn(before.user.id)).toEqual([['update', null]])
    expect((await user(env, ['list'])).output).toMatch(/^newcomer +broker +deactivated /m)
  })

  test('[TRUST-17] joins a user of the directory to an account that is here already', async () => {
    const issuer = 'https://directory.example'
    const configured = { ...env, DIRECTORY_ISSUER: issuer, DIRECTORY_CLIENT_ID: 'citygate' }
    for (let time = 0; time < 2; time++)
      expect(await user(configured, ['link', 'team', '--subject', 'dana-1'])).toEqual(
        done(`The user "team" signs in as "dana-1" of ${issuer}.`),
      )
    const linked = await api.database.db.selectFrom('identities').selectAll().execute()
    expect(linked).toEqual([expect.objectContaining({ issuer, subject: 'dana-1' })])
    expect((await user(env, ['link', 'team', '--subject', 'x'])).complaint).toBe(
      'DIRECTORY_ISSUER names no directory.',
    )
  })

  test.each([
    [
      ['create', '--username', 'x', '--type', 'admin'],
      password,
      '--type: Choose one of: customer, team, broker.',
    ],
    [['create', '--type', 'team', '--email', 'x'], password, /^--username: .* --email: ./],
    [['create', '--username', 'BROKER', '--type', 'team'], password, '--username: This username is in use.'],
    [['create', '--username', 'x', '--type', 'team'], 'too short', 'Password: At least 15 characters.'],
    [['create', '--username', 'x', '--type', 'team'], '', 'No password was given.'],
    [
      ['create', '--username', 'x', '--password', 'y'],
      '',
      /^Unknown option '--password'. Usage: npm run user/,
    ],
    [['password', 'nobody'], password, 'There is no user "nobody".'],
    [['deactivate', 'broker', 'team'], '', /^Usage: npm run user -- create/],
    [['constructor'], '', /^Usage: npm run user -- create/],
  ])('refuses %j in one line', async (args, input, why) => {
    const { status, output, complaint } = await user(env, args, input)
    expect([status, output]).toEqual([1, ''])
    expect(complaint).toEqual(typeof why === 'string' ? why : expect.stringMatching(why))
    expect(complaint.split('\n')).toHaveLength(1)
  })
})
