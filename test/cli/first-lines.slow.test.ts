// Mistakes that newcomers make: the first line of what is printed says what to do.

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { emptyFolder, run, start, write } from '../helpers/program.ts'

const MEMORY = ['start', '--headless', '--memory', '--port', '0']
const LIBRARY = pathToFileURL(resolve('dist/index.js')).href

const firstLine = ({ stdout, stderr }: { stdout: string; stderr: string }) =>
  `${stderr}\n${stdout}`.split('\n').find((line) => line.trim()) ?? ''

const inFolder = (files: Record<string, string>) => {
  const cwd = emptyFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content)
  return cwd
}

async function takenPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { server, port: (server.address() as { port: number }).port }
}

/** What Node says of an error that nobody catches, below the line of code that it shows first. */
async function script(text: string) {
  const { stderr } = spawnSync(process.execPath, [write(emptyFolder(), 'a.mjs', text)], { encoding: 'utf8' })
  return { stdout: '', stderr: stderr.slice(Math.max(0, stderr.search(/^\w+: /m))) }
}

const SCENARIO = `world: { users: { alice: {} }, bots: { greeter: {} } }
scenarios: [{ name: one, steps: [{ start: { as: alice, bot: greeter } }] }]`

const STRANGER = `await fetch(process.env.BOT_API_URL + '/bot1:OLD/getUpdates')\nprocess.exit(1)`

const MISTAKES: [string, RegExp, () => Promise<{ stdout: string; stderr: string }>][] = [
  [
    'a wrong token',
    /^A program calls with a token that no bot has: 1 call got 401 Unauthorized\. Greeter is not connected\. Make the bot read its token from BOT_TOKEN /,
    () => {
      const cwd = inFolder({ 'a.yaml': SCENARIO, 'bot.mjs': STRANGER })
      return run(['test', 'a.yaml', '--bot', `"${process.execPath}" bot.mjs`], { cwd }).ended
    },
  ],
  [
    'a port that is taken',
    /^Port \d+ of 127\.0\.0\.1 is in use\. Stop the other program, or choose another port with --port /,
    async () => {
      const { server, port } = await takenPort()
      return run(['start', '--headless', '--memory', '--port', String(port)]).ended.finally(() => server.close())
    },
  ],
  [
    'a mistyped setting',
    /bot-emulator\.config\.json:1:3: "prot" is not a setting\. Did you mean port\?$/,
    () =>
      run(['start', '--headless', '--memory'], { cwd: inFolder({ 'bot-emulator.config.json': '{ "prot": 1 }' }) })
        .ended,
  ],
  [
    'an unknown action',
    /^Unknown action "sned"\. Did you mean send\?$/,
    async () => {
      const { url } = await start(['--memory'])
      return run(['do', 'sned', '--as', 'alice', '--url', url]).ended
    },
  ],
  [
    'a library that is not awaited',
    /^Problem: startEmulator\(\) returns a promise, which does not have user\. Write: await startEmulator\(\)$/,
    () => script(`import { startEmulator } from '${LIBRARY}'\nstartEmulator().user('alice')`),
  ],
  ['an unknown option', /^Unknown option '--prot'\. Did you mean --port\? /, () => run(['start', '--prot', '3']).ended],
  ['an unknown command', /^Unknown command 'strat'\. Did you mean start\? /, () => run(['strat']).ended],
  [
    'a mistyped world',
    /^w\.yaml:1:19: world\.users\.alice does not take "frist_name"\. Did you mean first_name\?$/,
    () => {
      const cwd = inFolder({ 'w.yaml': 'users: { alice: { frist_name: Al } }' })
      return run([...MEMORY, '--world', 'w.yaml'], { cwd }).ended
    },
  ],
  [
    'the database of another program',
    /^notes\.txt is not a bot-emulator database\. Choose another file with --db\.$/,
    () =>
      run(['start', '--headless', '--port', '0', '--db', 'notes.txt'], { cwd: inFolder({ 'notes.txt': 'milk' }) })
        .ended,
  ],
  [
    'no emulator that runs',
    /^No emulator answers at http:\/\/127\.0\.0\.1:1\. Start an emulator with: npx bot-emulator start$/,
    () => run(['calls', '--url', 'http://127.0.0.1:1']).ended,
  ],
  [
    'a Node that is too old',
    /^bot-emulator needs Node 22\.\d+ or newer, and this is Node 20\.1\.0\. Install a newer Node; /,
    () => {
      const lie = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`
      return run(MEMORY, { env: { NODE_OPTIONS: `--import=${write(emptyFolder(), 'lie.mjs', lie)}` } }).ended
    },
  ],
]

it.each(MISTAKES)('%s', async (_, cure, make) => {
  expect(firstLine(await make())).toMatch(cure)
})
