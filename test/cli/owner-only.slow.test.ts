// The world is its owner's alone, and secrets stand neither in the list of processes nor where others can read them.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { emptyFolder, run, start, write } from '../helpers/program.ts'
import { blocksOf, PAPERS } from '../package/papers/blocks.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

async function act(url: string, action: string, params: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/_emulator/actions/${action}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(params),
  })
  expect(response.status).toBe(200)
}

it('the database, its log and its folders', async () => {
  const { cwd, url, stop } = await start(['--db', 'kept/world.sqlite'])
  const file = { name: 'a', base64: Buffer.from('content').toString('base64') }
  await act(url, 'start', { as: 'alice', bot: 'greeter' })
  await act(url, 'sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
  await act(url, 'snapshot', { name: 'base' })
  const kept = join(cwd, 'kept')
  expect(modeOf(kept)).toBe('700')
  expect(modeOf(join(kept, 'world.sqlite'))).toBe('600')
  expect(modeOf(join(kept, 'world.sqlite-wal'))).toBe('600')
  expect(modeOf(join(kept, 'world.sqlite.files'))).toBe('700')
  expect(modeOf(join(kept, 'world.sqlite.snapshots'))).toBe('700')
  expect(modeOf(join(kept, 'world.sqlite.snapshots/base.snapshot'))).toBe('600')
  await stop()
})

it('the folder in which a database is put stays as it is', async () => {
  const cwd = emptyFolder()
  chmodSync(cwd, 0o755)
  await (await start(['--db', 'world.sqlite'], { cwd })).stop()
  expect(modeOf(cwd)).toBe('755')
})

it('an export', async () => {
  const { cwd, url, stop } = await start(['--memory'])
  expect((await run(['export', 'saved.world', '--tokens', '--url', url], { cwd }).ended).code).toBe(0)
  expect(modeOf(join(cwd, 'saved.world'))).toBe('600')
  await stop()
})

const tokenOf = async (url: string, headers = {}) => {
  const response = await fetch(`${url}/_emulator/bots`, { headers })
  return response.ok ? ((await response.json()) as { result: { token: string }[] }).result[0]!.token : response.status
}

it('tokens come from files', async () => {
  const cwd = emptyFolder()
  write(cwd, 'token', '42:secret\n')
  write(cwd, 'control', ' open sesame \r\n')
  const { url, stop } = await start(['--memory', '--token-file', 'token', '--control-token-file', 'control'], { cwd })
  expect(await tokenOf(url)).toBe(401)
  expect(await tokenOf(url, { authorization: 'Bearer open sesame' })).toBe('42:secret')
  const calls = run(['calls', '--url', url, '--control-token-file', 'control', '--json'], { cwd })
  expect((await calls.ended).code).toBe(0)
  expect((await run(['calls', '--url', url], { cwd }).ended).code).toBe(1)
  await stop()
})

it('tokens stand nowhere in the list of processes', { skip: !existsSync('/proc/self/cmdline') }, async () => {
  const { url, pid, stop } = await start(['--memory', '--token', '42:secret', '--control-token=sesame'])
  expect(await tokenOf(url, { authorization: 'Bearer sesame' })).toBe('42:secret')
  expect(readFileSync(`/proc/${pid}/cmdline`, 'latin1')).not.toMatch(/secret|sesame/)
  await stop()
})

const NO_SECRET: [string, string[], Record<string, string>, string[]][] = [
  ['in the environment', [], { BOT_EMULATOR_TOKEN: '42:hush', BOT_EMULATOR_CONTROL_TOKEN: 'hush' }, []],
  ['in files', ['--token-file', 'TOKEN', '--control-token-file', 'CONTROL'], {}, []],
  ['typed', ['--token', '42:hush'], {}, ['npm exec', 'sh -c']],
]
it.runIf(existsSync('/proc/self/cmdline')).each(NO_SECRET)(
  'of the processes of npx, these show a token %s: %j',
  async (_, args, env, shown) => {
    const folder = emptyFolder()
    const files = { TOKEN: write(folder, 'token', '42:hush'), CONTROL: write(folder, 'control', 'hush') }
    const words = args.map((word) => files[word as keyof typeof files] ?? word)
    const child = spawn('npx', ['bot-emulator', 'start', '--headless', '--memory', '--port', '0', ...words], {
      detached: true,
      env: { ...process.env, XDG_STATE_HOME: folder, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    onTestFinished(async () => {
      process.kill(-child.pid!, 'SIGKILL')
      await ended
    })
    await once(child.stdout, 'data')
    const group = readdirSync('/proc').flatMap((pid) => {
      try {
        const [, , pgrp] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ')
        return Number(pgrp) === child.pid ? [readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')] : []
      } catch {
        return []
      }
    })
    expect(group.length).toBeGreaterThan(2)
    const showing = group.filter((line) => line.includes('hush'))
    expect(showing.map((line) => line.split(' ', 2).join(' '))).toEqual(shown)
  },
)

it('no paper and no help types a secret, and the help says why', async () => {
  const typed = /--(control-)?token[ =](?!<)\S/
  const examples = PAPERS.flatMap(blocksOf).filter(({ content }) => typed.test(content))
  expect(examples).toEqual([])
  const { stdout } = await run(['start', '--help']).ended
  expect(stdout.replace(/\s+/g, ' ')).toContain('reads --token from a file, out of the process list')
  expect(stdout.split('Examples')[1]).not.toMatch(typed)
})

it('what is said nearer counts for both ways', async () => {
  const cwd = emptyFolder()
  write(cwd, 'token', '42:file')
  write(cwd, 'other', '42:other')
  write(cwd, 'bot-emulator.config.yaml', 'token: 42:config\nmemory: true\n')
  const token = async (args: string[], env: Record<string, string> = {}) => {
    const { url, stop } = await start(args, { cwd, env })
    const found = await tokenOf(url)
    await stop()
    return found
  }
  expect(await token([])).toBe('42:config')
  expect(await token([], { BOT_EMULATOR_TOKEN_FILE: 'token' })).toBe('42:file')
  expect(await token(['--token', '42:typed'], { BOT_EMULATOR_TOKEN_FILE: 'token' })).toBe('42:typed')
  expect(await token(['--token-file', 'other'], { BOT_EMULATOR_TOKEN: '42:env' })).toBe('42:other')
})

it.each<[string, string[], number, string | RegExp]>([
  [
    'both at once',
    ['--token', '1:a', '--token-file', 'token'],
    2,
    /'--token-file <file>' cannot be used with option '--token <token>'/,
  ],
  [
    'a file that is not there',
    ['--token-file', 'absent'],
    2,
    /^absent cannot be read: ENOENT.* Pass a file that contains the secret\.\n$/,
  ],
  [
    'a file with nothing',
    ['--control-token-file', 'empty'],
    2,
    'empty is empty. Write the secret into the file, on one line.\n',
  ],
])('%s is refused', async (_, args, code, said) => {
  const cwd = emptyFolder()
  write(cwd, 'token', '42:file')
  write(cwd, 'empty', '\n')
  const ended = await run(['start', '--headless', '--memory', ...args], { cwd }).ended
  expect(ended.code).toBe(code)
  if (typeof said === 'string') expect(ended.stderr).toBe(said)
  else expect(ended.stderr).toMatch(said)
})
