// Colours: on a terminal and nowhere else, by NO_COLOR and FORCE_COLOR, and never those of somebody else.

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder, run, start, write } from '../helpers/program.ts'
import { isHere } from '../helpers/programs.ts'

const good = (text: string) => `\u001b[32m${text}\u001b[39m`
const bad = (text: string) => `\u001b[31m${text}\u001b[39m`
const serverError = (text: string) => `\u001b[31m\u001b[7m${text}\u001b[27m\u001b[39m`
const rule = (text: string) => `\u001b[35m${text}\u001b[39m`
const notice = rule
const aside = (text: string) => `\u001b[2m${text}\u001b[22m`
const title = (text: string) => `\u001b[1m${text}\u001b[22m`

/** A busy machine takes its time. */
const SOON = { timeout: 15_000, interval: 20 }

const onTerminal = it.runIf(isHere('script'))

const ESCAPE = '\u001b'
const EXPLAIN = ['explain', 'CID-10']
const EXPLAINED = `${bad('400 Bad Request: chat not found')}\n${rule('  CID-10')}  <person> has blocked <bot>\n`

/** What differs from run to run, made the same; a terminal ends its lines with two bytes. */
const steady = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/\d\d:\d\d:\d\d/g, 'TIME')
    .replace(/(\u001b\[2m\(?)\d+(\.\d)? m?s/g, '$1SPAN')
    .replace(/answer in \d+(\.\d)? m?s/g, 'answer in SPAN')

async function post(url: string, body: object) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await (await fetch(url, init)).json()) as { result: { id: number } }
}

/** A call that succeeds, one that is refused and one that breaks. */
async function makeCalls(url: string) {
  await post(`${url}/bot42:T/getMe`, {})
  await post(`${url}/bot42:T/sendMessage`, { chat_id: 4711, text: 'x' })
  await post(`${url}/_emulator/actions/injectFault`, { bot: 'greeter', status: 502, description: 'Bad Gateway' })
  await post(`${url}/bot42:T/getMe`, {})
  await post(`${url}/_emulator/actions/injectFault`, { bot: 'greeter', delay_ms: 1 })
  await post(`${url}/bot42:T/getMe`, {})
}

/** What `calls` says besides: where a call went, and with which text. */
const SAID: Record<string, string> = { sendMessage: '4711 "x"' }

const LINES = [
  `${aside('TIME')}  greeter  getMe  ${good('200')}  ${aside('SPAN')}`,
  `${aside('TIME')}  greeter  sendMessage  ${bad('400')}  ${aside('SPAN')}  ${bad('the chat 4711 does not exist')}  ${rule('CID-12')}`,
  `${aside('TIME')}  greeter  getMe  ${serverError('502')}  ${aside('SPAN')}  ${bad('injected fault 1: 502 Bad Gateway')}`,
  `${aside('TIME')}  greeter  getMe  ${good('200')}  ${aside('SPAN')}  ${notice('injected fault 2: delayed by 1 ms')}`,
]

const API_ROOT = /API root is (\S+),/

/** `start` on a terminal, up to the line of the last call. */
async function startAndCall(terminal: true | string, env: Record<string, string> = {}) {
  const cwd = emptyFolder()
  write(cwd, 'elsewhere', '')
  const words = ['start', '--headless', '--memory', '--token', '42:T', '--port', '0', '--log', 'traffic.ndjson']
  const running = run(words, { cwd, env, terminal })
  const elsewhere = () => readFileSync(join(cwd, 'elsewhere'), 'utf8')
  const seen = () => running.said.stdout + elsewhere()
  await expect.poll(seen, SOON).toMatch(API_ROOT)
  const [, url] = API_ROOT.exec(seen())!
  await makeCalls(url!)
  await expect.poll(seen, SOON).toMatch(/delayed by[^\n]*\n/)
  return { screen: running.said.stdout, elsewhere: elsewhere(), cwd }
}

const callLines = (text: string) =>
  steady(text)
    .split('\n')
    .filter((line) => line.includes('TIME'))

describe('start', () => {
  onTerminal('colours calls on a terminal: the status, the cause, the rule, and times faintly', async () => {
    const { screen, cwd } = await startAndCall(true)
    expect(callLines(screen)).toEqual(LINES)
    const log = () => readFileSync(join(cwd, 'traffic.ndjson'), 'utf8')
    await expect.poll(log, SOON).toContain('delayed by')
    expect(log()).not.toContain(ESCAPE)
  })

  onTerminal('judges stderr, where its lines go, for itself', async () => {
    expect(callLines((await startAndCall('>elsewhere')).screen)).toEqual(LINES)
    const { screen, elsewhere } = await startAndCall('2>elsewhere')
    expect(callLines(elsewhere)).toHaveLength(LINES.length)
    expect(screen + elsewhere).not.toContain(ESCAPE)
  })

  onTerminal('colours none where NO_COLOR is set', async () => {
    const { screen } = await startAndCall(true, { NO_COLOR: '1' })
    expect(callLines(screen)).toHaveLength(LINES.length)
    expect(screen).not.toContain(ESCAPE)
  })

  it('colours deliveries', async () => {
    const args = ['--memory', '--token', '42:T', '--webhook-route', 'bot.example.org=http://127.0.0.1:1']
    const { url, until } = await start(args, { env: { FORCE_COLOR: '1' } })
    await post(`${url}/bot42:T/setWebhook`, { url: 'https://bot.example.org/' })
    await post(`${url}/_emulator/actions/injectFault`, { bot: 'greeter', webhook: 503 })
    await post(`${url}/_emulator/actions/start`, { as: 'alice', bot: 'greeter' })
    const first = steady(await until('stderr', 'update 1\n'))
    expect(first).toContain(
      `${aside('TIME')}  greeter  webhook bot.example.org  ${serverError('503')}  ${aside('SPAN')}  update 1\n`,
    )
    await post(`${url}/_emulator/actions/advanceClock`, { seconds: 60 })
    const second = steady(await until('stderr', 'attempt 2\n'))
    expect(second).toContain(
      `greeter  webhook bot.example.org  ${bad('Connection refused')}  ${aside('SPAN')}  update 1, attempt 2\n`,
    )
  })
})

describe('calls and limits', () => {
  async function commands() {
    const { url } = await start(['--memory', '--token', '42:T'])
    await makeCalls(url)
    return (words: string[], surroundings: Parameters<typeof run>[1] = {}) =>
      run([...words, '--url', url], surroundings).ended
  }

  onTerminal('colour the same pieces in columns', async () => {
    const command = await commands()
    const { stdout } = await command(['calls'], { terminal: true })
    const inColumns = LINES.map((line, i) => `${i + 1}  ${line.replace('getMe', 'getMe      ')}`).map(withSaid)
    // The time that a call took stands in a column, whose width is that of the longest.
    expect(steady(stdout).replace(/SPAN\u001b\[22m +/g, `SPAN${ESCAPE}[22m  `)).toBe(`${inColumns.join('\n')}\n`)
    const plain = await command(['calls'])
    expect(plain.stdout).toBe(uncoloured(stdout))
  })

  onTerminal('of limits: faint what is not used, and apart what is used up', async () => {
    const { url } = await start(['--memory', '--token', '42:T'])
    await post(`${url}/_emulator/actions/freezeClock`, {})
    const { result } = await post(`${url}/_emulator/actions/createGroup`, {
      title: 'Team',
      owner: 'alice',
      members: ['greeter'],
    })
    for (let i = 0; i < 20; i++) await post(`${url}/bot42:T/sendMessage`, { chat_id: result.id, text: 'x' })
    const { stdout } = await run(['limits', '--url', url], { terminal: true }).ended
    const lines = steady(stdout).split('\n')
    expect(lines).toContain(`messages_per_second             ${good('20 of 30')}`)
    const full = `messages_per_minute in ${result.id}  ${bad('20 of 20')}    ${aside('wait 60 s')}`
    expect(lines).toContain(full)
    expect(lines).toContain(`transfers                       ${aside('0 of 3')}`)
    const piped = await run(['limits', '--url', url]).ended
    expect(piped.stdout).toBe(uncoloured(stdout))
  })
})

const withSaid = (line: string) =>
  Object.entries(SAID).reduce(
    (text, [method, said]) => (text.includes(method) ? text.replace('SPAN\u001b[22m', `$&  ${said}`) : text),
    line,
  )

const uncoloured = (text: string) => text.replaceAll('\r\n', '\n').replace(/\u001b\[\d+m/g, '')

const SCENARIOS = `
world: { users: { alice: {} }, bots: { greeter: {} } }
scenarios:
  - { name: greets, steps: [{ start: { as: alice, bot: greeter } }, { expect: { call: sendMessage } }] }
  - { name: pins, steps: [{ expect: { call: pinChatMessage } }] }
  - { name: "a\\e[33m", skip: "b\\e[33m", steps: [{ wait: 1s }] }
`

describe('test', () => {
  const played = (args: string[], surroundings: Parameters<typeof run>[1]) => {
    const cwd = emptyFolder()
    const file = write(cwd, 'a.yaml', SCENARIOS)
    const bot = `node ${resolve('fixtures/bots/greeter.js')}`
    const words = ['test', file, '--bot', bot, '--patience', '0.3', '--no-advice', ...args]
    return run(words, { cwd, ...surroundings }).ended
  }

  onTerminal('colours what passed, what failed and why, and takes no escape bytes from a scenario', async () => {
    const { code, stdout } = await played([], { terminal: true })
    const lines = steady(stdout).split(/\n|\r\u001b\[2K/)
    expect(lines).toEqual(
      expect.arrayContaining([
        `${notice('-')} a\\u001b[33m ${aside('(b\\u001b[33m)')}`,
        `${good('✓')} greets ${aside('(SPAN, answer in SPAN)')}`,
        `${bad('✗')} ${title('pins')} ${aside('(SPAN)')}`,
        `    ${bad('No pinChatMessage matched within 0.3 s.')}`,
        `${bad('1 failed')}, ${good('1 passed')}, ${notice('1 skipped')} ${aside('(SPAN)')}`,
      ]),
    )
    expect(code).toBe(1)
  })

  it('does not colour files and reports for machines', async () => {
    const cwd = emptyFolder()
    const reports = ['--reporter', 'human=report.txt', '--reporter', 'tap']
    const { stdout } = await played(reports, { cwd, env: { FORCE_COLOR: '1' } })
    expect(stdout).toContain('not ok 2 - pins')
    expect(readFileSync(join(cwd, 'report.txt'), 'utf8')).toContain('1 failed')
    expect(readFileSync(join(cwd, 'report.txt'), 'utf8') + stdout).not.toContain(ESCAPE)
  })
})

describe('explain', () => {
  type Case = [string, true | string | undefined, Record<string, string>]

  const possible = (cases: Case[]) => cases.filter(([, terminal]) => !terminal || isHere('script'))

  // Node itself warns on stderr that of both FORCE_COLOR decides.
  it.each(
    possible([
      ['on a terminal', '2>&1', {}],
      ['with an empty NO_COLOR, which counts as none', '2>&1', { NO_COLOR: '' }],
      ['piped with FORCE_COLOR', undefined, { FORCE_COLOR: '1' }],
      ['on a terminal with both, of which FORCE_COLOR decides', '2>warning', { NO_COLOR: '1', FORCE_COLOR: '1' }],
      ['piped with both', undefined, { NO_COLOR: '1', FORCE_COLOR: '1' }],
    ]),
  )('is coloured %s', async (_, terminal, env) => {
    const { stdout } = await run(EXPLAIN, { env, ...(terminal && { terminal }) }).ended
    expect(stdout.replaceAll('\r\n', '\n')).toBe(EXPLAINED)
  })

  it.each(
    possible([
      ['piped', undefined, {}],
      ['piped with stderr on a terminal', '| cat', {}],
      ['with NO_COLOR', true, { NO_COLOR: '1' }],
      ['with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }],
      ['with both, of which FORCE_COLOR decides', true, { NO_COLOR: '1', FORCE_COLOR: '0' }],
      ['on a terminal that has none', true, { TERM: 'dumb' }],
    ]),
  )('is plain %s', async (_, terminal, env) => {
    const { stdout } = await run(EXPLAIN, { env, ...(terminal && { terminal }) }).ended
    expect(stdout.replaceAll('\r\n', '\n')).toBe(uncoloured(EXPLAINED))
  })
})

it('--json has no escape bytes, even with FORCE_COLOR and hostile texts', async () => {
  const env = { FORCE_COLOR: '1' }
  const running = run(['start', '--json', '--memory', '--token', '42:T', '--port', '0'], { env })
  const { url } = JSON.parse(await running.until('stdout', '\n'))
  const text = '\u001b[33mx\u009b33my\u007f'
  await post(`${url}/bot42:T/sendMessage`, { chat_id: `@${text}`, text })
  await post(`${url}/_emulator/actions/start`, { as: 'alice', bot: 'greeter' })
  await post(`${url}/_emulator/actions/send`, { as: 'alice', to: 'greeter', text })
  const line = await running.until('stdout', /"call".*\n/)
  const calls = await run(['calls', '--json', '--url', url], { env }).ended
  const others = [['updates'], ['limits'], EXPLAIN].map(
    (words) => run([...words, '--json', ...(words === EXPLAIN ? [] : ['--url', url])], { env }).ended,
  )
  const said = [line, calls.stdout, ...(await Promise.all(others)).map(({ stdout }) => stdout)]
  for (const each of said) expect(each).not.toMatch(/[\u001b\u007f-\u009f]/)
  expect(JSON.parse(line.split('\n')[1]!)).toMatchObject({ params: { text } })
  expect(JSON.parse(calls.stdout).result).toMatchObject([{ params: { text }, why: `the chat @${text} does not exist` }])
})

it('texts of bots and people cannot add escape bytes', async () => {
  const env = { FORCE_COLOR: '1' }
  const { url, until } = await start(['--memory', '--token', '42:T'], { env })
  await post(`${url}/bot42:T/sendMessage`, { chat_id: '@\u001b[33mx\u009b33m', text: 'x' })
  const cause = `${bad('the chat @\\u001b[33mx\\u009b33m does not exist')}  ${rule('CID-12')}\n`
  expect(await until('stderr', 'CID-12')).toContain(cause)
  expect((await run(['calls', '--url', url], { env }).ended).stdout).toContain(cause)
  const { stderr } = await run(['calls', '--bot', '\u001b[33mx', '--url', url], { env }).ended
  expect(stderr).toBe('Unknown bot "\\u001b[33mx". The handles are: greeter.\n')
})

onTerminal.each([['updates'], ['do'], ['ready'], ['--help'], ['test', '--help'], ['calls', '--bot', 'nobody']])(
  'nothing else is coloured: %s',
  async (...words) => {
    const { url } = await start(['--memory', '--token', '42:T'])
    const { stdout } = await run(words, { terminal: true, env: { BOT_EMULATOR_URL: url } }).ended
    expect(stdout).toMatch(/\w/)
    expect(stdout).not.toContain(ESCAPE)
  },
)
