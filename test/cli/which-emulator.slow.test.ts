// Which emulator a command finds that names none, and how it is shown and ended.

import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder, run, start, write } from '../helpers/program.ts'
import { isHere } from '../helpers/programs.ts'

const below = (folder: string) => {
  const path = join(folder, 'src/deep')
  mkdirSync(path, { recursive: true })
  return path
}

describe('is found from any folder below', () => {
  it.each([[['--memory']], [['--db', 'data/my.sqlite']], [[]]])('started with %j', async (flags) => {
    const { cwd, url, stop } = await start(flags)
    const command = (...args: string[]) => run(args, { cwd: below(cwd) }).ended
    expect(await command('ready')).toEqual({ code: 0, stdout: `Ready at ${url}.\n`, stderr: '' })
    expect(await command('do', 'send', '--as', 'alice', '--to', 'team', '--text', 'hi')).toMatchObject({ code: 0 })
    await stop()
    expect(await command('ready')).toMatchObject({ code: 3, stdout: '' })
  })

  it('by a note in the temporary folder if the home folder cannot be written', async () => {
    const env = { XDG_STATE_HOME: '/dev/null', TMPDIR: emptyFolder() }
    const { cwd, url } = await start([], { env })
    expect(readdirSync(env.TMPDIR)).toContain(`bot-emulator-${process.getuid?.() ?? ''}`)
    expect(await run(['ready'], { cwd: below(cwd), env }).ended).toMatchObject({ stdout: `Ready at ${url}.\n` })
  })
})

it('lists the emulators if several run', async () => {
  const cwd = emptyFolder()
  const first = await start(['--memory'], { cwd })
  const second = await start([], { cwd })
  const { code, stdout, stderr } = await run(['calls'], { cwd }).ended
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(
    /^Several running emulators were found for this folder: .*\. Choose an emulator with --url\.\n$/,
  )
  expect(stderr).toContain(`${first.url} (in memory)`)
  expect(stderr).toContain(`${second.url} (${cwd}/.bot-emulator/world.sqlite)`)
  expect(await run(['ready', '--url', first.url], { cwd }).ended).toMatchObject({ code: 0 })
})

it('is the one at the usual address if no other is known', async (context) => {
  const running = run(['start', '--headless', '--memory'])
  await Promise.race([running.until('stdout', '\n'), running.ended]).catch(() => {})
  if (!running.said.stdout) return context.skip('Port 8081 is in use.')
  const elsewhere = { env: { XDG_STATE_HOME: emptyFolder() } }
  expect(await run(['ready'], elsewhere).ended).toMatchObject({ stdout: 'Ready at http://127.0.0.1:8081.\n' })
  const stopped = await run(['stop'], elsewhere).ended
  expect(stopped).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'The emulator at http://127.0.0.1:8081 was not started by this account on this machine. ' +
      'Stop the emulator where it was started, with Ctrl-C or SIGTERM.\n',
  })
  const cwd = emptyFolder()
  write(cwd, 'a.world', 'a world')
  const url = 'http://127.0.0.1:8081'
  const clear = ['do', 'clearWorld', '--keep', '[]']
  for (const args of [['stop'], ['reset', '--yes'], ['import', 'a.world', '--yes'], clear, ['do', 'reset']]) {
    expect([args, await run(args, { cwd }).ended]).toEqual([
      args,
      {
        code: 2,
        stdout: '',
        stderr:
          `The emulator at ${url} was started in another folder: ${running.cwd}. ` +
          `Not a terminal, so there is no way to confirm. Pass --url ${url}.\n`,
      },
    ])
  }
  expect(await run(['do', 'createUser', '--first-name', 'Zoe'], { cwd }).ended).toMatchObject({ code: 0 })
  if (isHere('script')) {
    const asked = run(['stop'], { cwd, terminal: true, typing: true })
    await asked.until('stdout', `${url} was started in another folder: ${running.cwd}. Continue? [y/N]`)
    asked.type('n\n')
    expect((await asked.ended).stdout).toContain('Cancelled. Nothing was changed.')
  }
  const named = { cwd, env: { BOT_EMULATOR_URL: url } }
  expect(await run(['reset', '--yes'], named).ended).toMatchObject({ code: 0 })
  expect(await run(['stop', '--url', url], { cwd }).ended).toMatchObject({ code: 0, stdout: `Stopped ${url}.\n` })
  expect((await running.ended).code).toBe(143)
})

describe('status', () => {
  it('shows each emulator: its address, world, bots and pollers', async () => {
    const { cwd, url, pid } = await start(['--memory', '--token', '42:TEST'])
    const poll = fetch(`${url}/bot42:TEST/getUpdates?timeout=30`).catch(() => {})
    await run(['do', 'createBot', '--first-name', 'Silent', '--handle', 'silent'], { cwd }).ended
    await run(['do', 'start', '--as', 'bob', '--bot', 'silent'], { cwd }).ended
    const { code, stdout, stderr } = await run(['status'], { cwd: below(cwd) }).ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.replace(/\d{4}-\S+Z/, '<now>').replace(/(?<=bot-emulator )\S+/, '<version>')).toBe(
      `${url}  bot-emulator <version>\n` +
        'world        in memory, not saved\n' +
        `process      ${pid}, started in ${cwd}\n` +
        'clock        <now>\n' +
        'contents     4 people, 3 groups and channels\n' +
        'bot greeter  polls\n' +
        'bot silent   neither polls nor has a webhook  1 pending update\n',
    )
    const { result } = JSON.parse((await run(['status', '--json'], { cwd }).ended).stdout)
    expect(result).toMatchObject([
      { url, pid, folder: cwd, database: null, people: 4, bots: [{ handle: 'greeter', polling: true }, {}] },
    ])
    await run(['stop'], { cwd }).ended
    await poll
  })

  it('shows several, and those of other folders with --all', async () => {
    const cwd = emptyFolder()
    const urls = [(await start(['--memory'], { cwd })).url, (await start(['--memory'], { cwd })).url]
    const other = await start(['--memory'])
    const here = (await run(['status'], { cwd }).ended).stdout
    for (const url of urls) expect(here).toContain(`${url}  bot-emulator`)
    expect(here).not.toContain(other.url)
    expect((await run(['status', '--all'], { cwd }).ended).stdout).toContain(other.url)
  })

  it('exits with 3 if no emulator runs', async () => {
    expect(await run(['status', '--url', 'http://127.0.0.1:1']).ended).toMatchObject({ code: 3, stdout: '' })
  })
})

it('stop ends the emulator cleanly, and waits for its end', async () => {
  const { cwd, url, ended } = await start()
  expect(await run(['stop'], { cwd: below(cwd) }).ended).toEqual({ code: 0, stdout: `Stopped ${url}.\n`, stderr: '' })
  expect((await ended).code).toBe(143)
  expect(await run(['stop'], { cwd }).ended).toMatchObject({ code: 3, stdout: '' })
})

it('stop ends no process that is not the emulator at the address of its note', async () => {
  const { cwd, url, pid, ended } = await start(['--memory'])
  const impostor = start(['--memory'])
  const env = { XDG_STATE_HOME: emptyFolder() }
  const folder = join(env.XDG_STATE_HOME, 'bot-emulator/running')
  mkdirSync(folder, { recursive: true })
  write(folder, '1.json', JSON.stringify({ pid: (await impostor).pid, url, folder: cwd, database: null }))
  expect(await run(['stop', '--url', url], { env }).ended).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`The emulator at ${url} was not started by this account on this machine.`),
  })
  expect((await fetch(`${(await impostor).url}/_emulator/health`)).status).toBe(200)
  expect(await run(['stop'], { cwd }).ended).toMatchObject({ code: 0 })
  expect([pid > 0, (await ended).code]).toEqual([true, 143])
})
