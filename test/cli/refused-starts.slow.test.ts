// Starts that cannot be: one sentence with the remedy, exit 3, and nothing harmed.

import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { emptyFolder, run, start, write } from '../helpers/program.ts'

const refusedStart = (args: string[], surroundings: Parameters<typeof run>[1]) =>
  run(['start', '--headless', '--port', '0', ...args], surroundings).ended

/** The bytes of all files in a folder. */
const bytesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name)).toString('base64')]),
  )

it('a port in use', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => other.once('listening', listening))
  const { port } = other.address() as { port: number }
  const ended = await run(['start', '--headless', '--memory', '--port', String(port)]).ended
  other.close()
  expect(ended).toEqual({
    code: 3,
    stdout: '',
    stderr:
      `Port ${port} of 127.0.0.1 is in use. ` +
      'Stop the other program, or choose another port with --port (0 chooses a free port).\n',
  })
})

it('an address of another machine', async () => {
  expect(await refusedStart(['--memory', '--host', '192.0.2.1', '--control-token', 's'], {})).toEqual({
    code: 3,
    stdout: '',
    stderr: '192.0.2.1 is not an address of this machine. Choose another address with --host.\n',
  })
})

it.each(['delete', 'wal'])("another program's database, in journal mode %s", async (mode) => {
  const cwd = emptyFolder()
  const foreign = new Database(join(cwd, 'notes.sqlite'))
  foreign.pragma(`journal_mode = ${mode}`)
  foreign.exec("create table notes (text); insert into notes values ('milk')")
  foreign.close()
  const before = bytesIn(cwd)
  expect(await refusedStart(['--db', 'notes.sqlite'], { cwd })).toEqual({
    code: 3,
    stdout: '',
    stderr: 'notes.sqlite is not a bot-emulator database. Choose another file with --db.\n',
  })
  expect(bytesIn(cwd)).toEqual(before)
})

it('a file that is not a database', async () => {
  const cwd = emptyFolder()
  write(cwd, 'letter.txt', 'Dear reader, this is not a database, and is long enough to tell. '.repeat(20))
  const before = bytesIn(cwd)
  expect(await refusedStart(['--db', 'letter.txt'], { cwd })).toEqual({
    code: 3,
    stdout: '',
    stderr: 'letter.txt is not a bot-emulator database. Choose another file with --db.\n',
  })
  expect(bytesIn(cwd)).toEqual(before)
})

it('a database of a newer version', async () => {
  const first = await start(['--db', 'world.sqlite'])
  await first.stop()
  const db = new Database(join(first.cwd, 'world.sqlite'))
  db.pragma('user_version = 9999')
  db.close()
  const before = bytesIn(first.cwd)
  const { code, stdout, stderr } = await refusedStart(['--db', 'world.sqlite'], { cwd: first.cwd })
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toMatch(
    /^world\.sqlite was written by a newer bot-emulator \(schema 9999; this version uses \d+\)\. Update/,
  )
  expect(stderr).toMatch(/ Update bot-emulator, or name another file with --db\.\n$/)
  expect(bytesIn(first.cwd)).toEqual(before)
})

it('a database that is open in another emulator, which continues', async () => {
  const env = { XDG_STATE_HOME: emptyFolder() }
  const { cwd, url, pid, stop } = await start(['--db', 'world.sqlite'], { env })
  expect(await refusedStart(['--db', 'world.sqlite'], { cwd, env })).toEqual({
    code: 3,
    stdout: '',
    stderr:
      'world.sqlite is already open in another emulator. ' +
      'Stop the emulator that uses the file, name another file with --db, or pass --memory.\n',
  })
  expect(readdirSync(join(env.XDG_STATE_HOME, 'bot-emulator/running'))).toEqual([`${pid}.json`])
  expect((await fetch(`${url}/_emulator/health`)).status).toBe(200)
  expect((await stop()).code).toBe(143)
})

it('a folder that cannot be created', async () => {
  const cwd = emptyFolder()
  write(cwd, 'file', '')
  const { code, stdout, stderr } = await refusedStart(['--db', 'file/world.sqlite'], { cwd })
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toMatch(/^file(\/world\.sqlite)? cannot be /m)
  expect(stderr).toMatch(/ Pass a file in a writable folder with --db, or pass --memory\.\n$/)
  expect(readdirSync(cwd)).toEqual(['file'])
})

it.each(['', ' ', '\t'])('a database with the name "%s"', async (name) => {
  const cwd = emptyFolder()
  expect(await refusedStart(['--db', name], { cwd })).toEqual({
    code: 2,
    stdout: '',
    stderr: 'The name of the database file is empty. Pass a file with --db, or pass --memory.\n',
  })
  expect(readdirSync(cwd)).toEqual([])
})

it('a folder without write permission', async () => {
  const cwd = emptyFolder()
  chmodSync(cwd, 0o555)
  expect(await refusedStart([], { cwd, ordinary: true })).toEqual({
    code: 3,
    stdout: '',
    stderr:
      ".bot-emulator/world.sqlite cannot be opened for writing: EACCES: permission denied, mkdir '.bot-emulator'. " +
      'Pass a file in a writable folder with --db, or pass --memory.\n',
  })
  expect(readdirSync(cwd)).toEqual([])
})

it('a read-only database', async () => {
  const first = await start(['--db', 'kept/world.sqlite'], { ordinary: true })
  await first.stop()
  const kept = join(first.cwd, 'kept')
  chmodSync(join(kept, 'world.sqlite'), 0o444)
  chmodSync(kept, 0o555)
  const before = bytesIn(kept)
  const { code, stdout, stderr } = await refusedStart(['--db', 'kept/world.sqlite'], { cwd: first.cwd, ordinary: true })
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toMatch(/^kept\/world\.sqlite cannot be opened for writing: .*\. Pass/)
  expect(stderr).toMatch(/ Pass a file in a writable folder with --db, or pass --memory\.\n$/)
  expect(bytesIn(kept)).toEqual(before)
})

it('a missing world file', async () => {
  const { code, stdout, stderr } = await refusedStart(['--memory', '--world', 'absent.yaml'], {})
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^absent\.yaml cannot be read: ENOENT.* Pass a YAML or JSON file with --world\.\n$/)
})

async function botsAt(url: string): Promise<{ id: number }[]> {
  const { result } = (await (await fetch(`${url}/_emulator/bots`)).json()) as { result: { id: number }[] }
  return result
}

it('a token for a bot with another id than that of the saved world', async () => {
  const first = await start(['--db', 'world.sqlite'])
  const [{ id } = { id: 0 }] = await botsAt(first.url)
  await first.stop()
  const { cwd } = first
  const env = { BOT_EMULATOR_TOKEN: '42:TEST' }
  expect(await refusedStart(['--db', 'world.sqlite'], { cwd, env })).toEqual({
    code: 2,
    stdout: '',
    stderr:
      `The token is for the bot 42, but the bot greeter of this world has the id ${id}. Pass a token that begins ` +
      `with ${id}:, or begin a new world: name another file with --db, or pass --memory.\n`,
  })
  const { stop } = await start(['--db', 'world.sqlite', '--token', `${id}:TEST`], { cwd })
  await stop()
})

it.each<[string, string[], number]>([
  ['an address without a control token', ['--host', '0.0.0.0'], 2],
  ['a world without a bot for the token', ['--world', 'zoe.yaml', '--token', '5:X'], 2],
  ['an address of another machine', ['--host', '192.0.2.1', '--control-token', 's'], 3],
])('%s creates no world', async (_, args, code) => {
  const cwd = emptyFolder()
  write(cwd, 'zoe.yaml', 'users: { zoe: {} }')
  expect((await refusedStart(['--db', 'world.sqlite', ...args], { cwd })).code).toBe(code)
  const { url } = await start(['--db', 'world.sqlite', '--token', '42:TEST'], { cwd })
  expect(await botsAt(url)).toMatchObject([{ id: 42, handle: 'greeter', token: '42:TEST' }])
})

it.each([
  [['--service-name', 'a b'], '--service-name: expected letters, digits and dashes.'],
  [
    ['--webhook-route', 'a.example=http://93.184.215.14'],
    '--webhook-route: expected a target on this machine, such as http://127.0.0.1:3000.',
  ],
  [
    ['--lenient', 'sendMesage'],
    "Option '--lenient <operation,…>' argument 'sendMesage' is invalid. Unknown operation \"sendMesage\". Did you mean sendMessage?",
  ],
])('an invalid setting of the service, %j, with the name of its flag', async (flags, said) => {
  expect(await refusedStart(['--memory', ...flags], {})).toEqual({
    code: 2,
    stdout: '',
    stderr: `${said} See --help.\n`,
  })
})

it('keeps nothing of a world of which a part is refused', async () => {
  const cwd = emptyFolder()
  const bot = (handle: string, token: string) => `  ${handle}: {first_name: Greeter, owner: alice, token: "${token}"}\n`
  const world = (...bots: string[]) => `users: {alice: {first_name: Alice}}\nbots:\n${bots.join('')}`
  write(cwd, 'world.yaml', world(bot('greeter', '1:x'), bot('other', '1:x')))
  const args = ['--db', 'notes', '--world', 'world.yaml']
  expect(await run(['start', '--headless', '--port', '0', ...args], { cwd }).ended).toMatchObject({
    code: 2,
    stdout: '',
  })
  write(cwd, 'world.yaml', world(bot('other', '1:x')))
  const { url } = await start(args, { cwd })
  const bots = (await (await fetch(`${url}/_emulator/bots`)).json()) as { result: { handle: string }[] }
  expect(bots.result.map(({ handle }) => handle)).toEqual(['other'])
})
