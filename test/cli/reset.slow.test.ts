// `reset` and `export` ask before something is gone, and `reset --to-start` begins again.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startEmulator, type World } from '../../src/testing/library/start-emulator.ts'
import { emptyFolder, run, start, write } from '../helpers/program.ts'
import { isHere } from '../helpers/programs.ts'

const inOrder = (list: { handle: string }[]) => list.map(({ handle }) => handle).sort()

async function view(url: string, path: string) {
  return ((await (await fetch(`${url}/_emulator${path}`)).json()) as { result: never }).result
}

const WHOLE = 'the whole world (3 people, 1 bot, 3 groups and channels, all messages, files, faults and settings)'

describe('reset', () => {
  it('lists what it deletes, and does nothing in a script without --yes', async () => {
    const { cwd, url } = await start(['--memory'])
    const command = (...args: string[]) => run(['reset', ...args], { cwd }).ended
    const refused = (what: string) => ({
      code: 2,
      stdout: '',
      stderr: `The reset removes ${what}. Not a terminal, so there is no way to confirm. Pass --yes.\n`,
    })
    expect(await command()).toEqual(refused(WHOLE))
    expect(await command('--layer', 'messages')).toEqual(refused('all messages'))
    expect(await command('--layer', 'faults')).toEqual(refused('0 faults'))
    expect(await command('--bot', 'greeter')).toEqual(refused('everything that was sent to or by greeter'))
    expect(await command('--layer', 'queues', '--bot', 'greeter')).toEqual(refused('0 pending updates of greeter'))
    expect(await view(url, '/users')).toHaveLength(3)
    expect(await command('--yes')).toEqual({ code: 0, stdout: `Removed ${WHOLE}.\n`, stderr: '' })
    expect(await view(url, '/users')).toEqual([])
  })

  it.runIf(isHere('script'))('asks on a terminal, and does nothing without a yes', async () => {
    const { cwd, url } = await start(['--memory'])
    const answered = async (answer: string) => {
      const running = run(['reset', '--url', url], { cwd, terminal: true, typing: true })
      await running.until('stdout', '[y/N]')
      running.type(answer)
      return (await running.ended).stdout
    }
    expect(await answered('n\n')).toContain('Cancelled. Nothing was changed.')
    expect(await view(url, '/users')).toHaveLength(3)
    expect(await answered('y\n')).toContain(`Removed ${WHOLE}.`)
    expect(await view(url, '/users')).toEqual([])
  })
})

describe('reset with a database', () => {
  const deleted = {
    code: 0,
    stdout: 'Deleted the world in world.sqlite with its files and snapshots.\n',
    stderr: '',
  }

  it('deletes a world with which an emulator cannot start, but none that is in use', async () => {
    const { cwd, url, stop } = await start(['--db', 'world.sqlite'])
    await fetch(`${url}/_emulator/actions/snapshot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"base"}',
    })
    const command = (...args: string[]) => run(['reset', 'world.sqlite', ...args], { cwd }).ended
    expect(await command()).toMatchObject({
      code: 2,
      stderr:
        'The reset deletes the world in world.sqlite with its files and snapshots. ' +
        'Not a terminal, so there is no way to confirm. Pass --yes.\n',
    })
    expect(await command('--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^world\.sqlite is already open in another emulator\./),
    })
    await stop('SIGKILL')
    const bytes = readFileSync(join(cwd, 'world.sqlite'))
    bytes.writeUInt32BE(1, 60)
    writeFileSync(join(cwd, 'world.sqlite'), bytes)
    expect(await command('--yes')).toEqual(deleted)
    expect(readdirSync(cwd).filter((name) => /^world\.sqlite(-wal|-shm|\.files|\.snapshots)?$/.test(name))).toEqual([])
  })

  it('deletes no file of another program', async () => {
    const cwd = emptyFolder()
    write(cwd, 'notes.txt', 'milk')
    expect(await run(['reset', 'notes.txt', '--yes'], { cwd }).ended).toMatchObject({
      code: 1,
      stderr: 'notes.txt is not a bot-emulator database. Choose another file with --db.\n',
    })
    expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe('milk')
    expect(await run(['reset', 'absent', '--yes'], { cwd }).ended).toMatchObject({
      code: 1,
      stderr: 'The file absent does not exist. Pass a database file.\n',
    })
  })
})

describe('reset --to-start', () => {
  const WORLD =
    'users: { zoe: {}, yan: {} }\nbots: { helper: { owner: zoe } }\ngroups: { club: { owner: zoe, members: [helper] } }\n'

  it.each([['--memory'], ['--db', 'kept/my.sqlite']])('recreates the first world: %s %s', async (...place) => {
    const cwd = emptyFolder()
    write(cwd, 'world.yaml', WORLD)
    const first = await start([...place, '--world', 'world.yaml', '--token', '42:TEST'], { cwd })
    const command = (...args: string[]) => run(args, { cwd }).ended
    const before = await view(first.url, '/bots')
    await command('do', 'createUser', '--first-name', 'Late')
    await command('do', 'advanceClock', '--seconds', '1000')
    const again = await command('reset', '--to-start', '--yes')
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.stdout).toMatch(/^Removed the whole world \(3 people, .*\) and recreated zoe, yan, helper, club\.\n$/)
    expect(inOrder(await view(first.url, '/users'))).toEqual(['yan', 'zoe'])
    expect(await view(first.url, '/bots')).toMatchObject([{ handle: 'helper', token: '42:TEST', owner: 'zoe' }])
    expect(before).toMatchObject([{ token: '42:TEST' }])
    await first.stop()
    if (place[0] === '--memory') return
    const second = await start(place, { cwd })
    await command('reset', '--yes')
    expect((await command('reset', '--to-start', '--yes')).code).toBe(0)
    expect(inOrder(await view(second.url, '/users'))).toEqual(['yan', 'zoe'])
  })

  /** Resets from an empty folder without the notes of running emulators. */
  const resetFromElsewhere = (url: string) =>
    run(['reset', '--to-start', '--yes', '--url', url], { cwd: emptyFolder(), env: { XDG_STATE_HOME: emptyFolder() } })
      .ended

  it('works for an emulator that the library started', async () => {
    const emulator = await startEmulator({
      world: { users: { zoe: {} }, bots: { helper: { owner: 'zoe', token: '42:TEST' } } },
    })
    try {
      await emulator.perform('reset')
      expect(await resetFromElsewhere(emulator.url)).toMatchObject({ code: 0, stderr: '' })
      expect(await view(emulator.url, '/bots')).toMatchObject([{ id: 42, handle: 'helper', token: '42:TEST' }])
      const bots = { helper: { owner: 'zoe' } }
      expect(await view(emulator.url, '/first-world')).toEqual({ world: { users: { zoe: {} }, bots } })
    } finally {
      await emulator.stop()
    }
  })

  it('works for an emulator that exec started', async () => {
    const cwd = emptyFolder()
    write(cwd, 'world.yaml', WORLD)
    const source = 'console.log(process.env.BOT_EMULATOR_URL); setInterval(() => {}, 1000)'
    const running = run(['exec', '--world', 'world.yaml', '--', process.execPath, '-e', source], { cwd })
    const url = (await running.until('stdout', '\n')).trim()
    await run(['reset', '--yes', '--url', url]).ended
    expect(await view(url, '/users')).toEqual([])
    expect(await resetFromElsewhere(url)).toMatchObject({ code: 0, stderr: '' })
    expect(inOrder(await view(url, '/users'))).toEqual(['yan', 'zoe'])
    await running.stop()
  })

  it('explains why it cannot recreate the first world', async () => {
    const { cwd, url } = await start(['--memory'])
    const unknown = await start(['--db', 'kept.sqlite'])
    await unknown.stop()
    rmSync(join(unknown.cwd, 'kept.sqlite.start.json'))
    const again = await start(['--db', 'kept.sqlite'], { cwd: unknown.cwd })
    const unknownWorld = {
      code: 1,
      stderr: expect.stringContaining(
        `The emulator at ${again.url} has not saved the world that it was first started with. `,
      ),
    }
    expect(await run(['reset', '--to-start', '--yes'], { cwd: unknown.cwd }).ended).toMatchObject(unknownWorld)
    expect(await view(again.url, '/users')).toHaveLength(3)
    expect(await run(['reset', '--to-start', '--layer', 'queues'], { cwd }).ended).toMatchObject({ code: 2 })
    expect(await view(url, '/users')).toHaveLength(3)
  })

  it('ignores a saved world that is damaged', async () => {
    const { cwd, stop } = await start(['--db', 'kept.sqlite'])
    await stop()
    write(cwd, 'kept.sqlite.start.json', '{"kept_for": "reset --to-start", "world": {"bots": "greeter"}}')
    const { url } = await start(['--db', 'kept.sqlite'], { cwd })
    expect(await view(url, '/first-world')).toEqual({ world: null })
    expect(await view(url, '/users')).toHaveLength(3)
  })

  it('does not mistake the current world of a reopened file for its first world', async () => {
    const file = join(emptyFolder(), 'kept.sqlite')
    const firstWorld = async (world?: World) => {
      const emulator = await startEmulator({ file, world })
      const found = await view(emulator.url, '/first-world')
      await emulator.user('zoe')
      await emulator.stop()
      return found
    }
    expect(await firstWorld()).toEqual({ world: {} })
    expect(await firstWorld()).toEqual({ world: {} })
    expect(await firstWorld({ users: { yan: {} } })).toEqual({ world: { users: { yan: {} } } })
    rmSync(`${file}.start.json`)
    expect(await firstWorld()).toEqual({ world: null })
  })

  it('recreates the first world of a database that the library made', async () => {
    const cwd = emptyFolder()
    const emulator = await startEmulator({ file: join(cwd, 'made.sqlite'), world: { users: { zoe: {} } } })
    await emulator.user('later')
    await emulator.stop()
    const { url } = await start(['--db', 'made.sqlite'], { cwd })
    expect(inOrder(await view(url, '/users'))).toEqual(['later', 'zoe'])
    expect(await run(['reset', '--to-start', '--yes'], { cwd }).ended).toMatchObject({ code: 0, stderr: '' })
    expect(inOrder(await view(url, '/users'))).toEqual(['zoe'])
  })
})
