// Explores small bots: a planted failure becomes a scenario that fails, and the correct bot stays clean.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { cli, start } from '../../helpers/cli.ts'

const MENU = 'node test/testing/explore/bots/menu.js'

const TEA_BOT = `
import { planted, poll, say } from ${JSON.stringify(new URL('bots/base.js', import.meta.url))}
const ring = (id) => {
  if (planted('no tea')) throw new Error('No tea')
  say(id, 'Tea!').catch(() => {})
}
await poll(({ message }) => {
  if (message?.chat.type !== 'private') return
  setTimeout(ring, 3_600_000, message.chat.id)
  return say(message.chat.id, 'Tea in an hour.')
})
`

/** It counts in a file, and dies if the file is there when it starts. */
const COUNTER_BOT = `
import { existsSync, writeFileSync } from 'node:fs'
import { call, poll, say } from ${JSON.stringify(new URL('bots/base.js', import.meta.url))}
const [, , state] = process.argv
if (existsSync(state)) throw new Error('Old state')
await poll(async ({ message }) => {
  if (message?.chat.type !== 'private') return
  writeFileSync(state, '1')
  await call('sendDice', { chat_id: message.chat.id }).catch(() => {})
  return say(message.chat.id, 'Counted.')
})
`

/** After /quiet it ignores everything. */
const QUIET_BOT = `
import { parseCommand, poll, say } from ${JSON.stringify(new URL('bots/base.js', import.meta.url))}
const quiet = new Set()
await poll(({ message }) => {
  if (message?.chat.type !== 'private' || quiet.has(message.chat.id)) return
  const { command } = parseCommand(message.text)
  if (command === 'quiet') quiet.add(message.chat.id)
  return say(message.chat.id, command === 'quiet' ? 'I will be quiet.' : 'Send /list, /help, /about or /quiet.')
})
`

function outFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bot-emulator-explore-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'out')
}

const explore = (out: string, time: string, planted: string, ...flags: string[]) =>
  cli(['explore', '--bot', MENU, '--for', time, '--out', out, ...flags], { PLANTED: planted })

/** Explores until the first failure is found, or until a later sign of progress. */
async function untilFound(args: string[], env: Record<string, string> = {}, sign = 'Found: ') {
  const run = start(['explore', '--for', '2m', ...args], env)
  await new Promise<void>((resolve) => {
    run.child.stderr?.on('data', () => run.stderr().includes(sign) && resolve())
    void run.ended.then(() => resolve())
  })
  run.child.kill('SIGINT')
  return run.ended
}

const readFinding = ({ stdout }: { stdout: string }) => JSON.parse(stdout.split('\n')[0] ?? '')

describe('explore', () => {
  it('writes a crash as a scenario that fails on the bot and passes once the bot is fixed', async () => {
    const out = outFolder()
    const finding = readFinding(await untilFound(['--bot', MENU, '--out', out, '--json'], { PLANTED: 'empty text' }))
    expect(finding).toEqual({
      kind: 'crash',
      summary: expect.stringMatching(
        /^When \w+ .*, the bot ends \(exit code 1\): Error: Bad Request: text: message text is empty$/,
      ),
      file: join(out, 'crash-1.yaml'),
      steps: expect.any(Number),
      seed: 1,
    })
    expect(finding.steps).toBeLessThanOrEqual(2)
    expect(readFileSync(finding.file, 'utf8')).toMatch(
      /^# crash: When .*: Error: Bad Request.*\n# Found by bot-emulator explore --seed 1/,
    )
    expect((await cli(['test', finding.file, '--bot', MENU], { PLANTED: 'empty text' })).code).toBe(1)
    expect(await cli(['test', finding.file, '--bot', MENU])).toMatchObject({ code: 0 })
  })

  it('reports the crash of a bot that confirms an update before it handles the update', async () => {
    const out = outFolder()
    const webhook = 'node test/testing/explore/bots/webhook.js'
    const flags = ['--bot', webhook, '--out', out, '--json', '--allow-local-webhooks']
    const finding = readFinding(await untilFound(flags, { PLANTED: 'count of nobody' }))
    expect(finding).toMatchObject({ kind: 'crash', steps: 1 })
    expect((await cli(['test', finding.file, '--bot', webhook], { PLANTED: 'count of nobody' })).code).toBe(1)
    expect((await cli(['test', finding.file, '--bot', webhook])).code).toBe(0)
  })

  it('finds the failure of a timer of one hour, if the bot follows the clock of the emulator', async () => {
    const out = outFolder()
    mkdirSync(out)
    const file = join(out, 'tea.mjs')
    writeFileSync(file, TEA_BOT)
    const flags = ['--bot', `node ${file}`, '--out', out, '--json', '--bot-clock=skip']
    const finding = readFinding(await untilFound(flags, { PLANTED: 'no tea' }))
    expect(finding).toMatchObject({ kind: 'crash', summary: expect.stringMatching(/^When .*: Error: No tea$/) })
    const scenario = parse(readFileSync(finding.file, 'utf8'))
    expect(scenario).toMatchObject({ clock: 'emulator' })
    expect(scenario.scenarios[0].steps.at(-1)).toMatchObject({ advanceClock: expect.anything() })
    expect((await cli(['test', finding.file, '--bot', `node ${file}`], { PLANTED: 'no tea' })).code).toBe(1)
    expect((await cli(['test', finding.file, '--bot', `node ${file}`])).code).toBe(0)
  })

  it('reports a bot that ignores all commands after one of them once', async () => {
    const out = outFolder()
    mkdirSync(out)
    const file = join(out, 'quiet.mjs')
    writeFileSync(file, QUIET_BOT)
    const { stdout } = await untilFound(['--bot', `node ${file}`, '--out', out, '--json'], {}, ', 1 finding\n')
    const findings = stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
    expect(findings).toMatchObject([{ kind: 'silence', steps: 2 }])
  })

  it('names each failure while it runs, lists all at the end, and shows all conversations on one page', async () => {
    const out = outFolder()
    const { stdout, stderr } = await untilFound(['--bot', MENU, '--out', out], { PLANTED: 'empty text' })
    expect(stderr).toMatch(/^Found: crash, .*crash-1\.yaml$/m)
    expect(stdout).toMatch(
      /^Played \d+ actions in .*\.\nFound 1 failure; the scenarios are in .*out:\n\ncrash: When .*: Error: Bad Request: .*\n {2}\d steps?: .*crash-1\.yaml\n\n/,
    )
    const page = readFileSync(join(out, 'findings.html'), 'utf8')
    const [, data = ''] = /<template id="data">(.*)<\/template>/.exec(page) ?? []
    expect(JSON.parse(data)).toMatchObject({
      kind: 'run',
      scenarios: [{ name: expect.stringMatching(/^crash: When /), status: 'failed' }],
    })
  })

  it('reports nothing for the correct bot', async () => {
    const out = outFolder()
    const { code, stdout } = await explore(out, '8s', '', '--map')
    expect(stdout).toMatch(/^Played \d+ actions in \d+ s and saw \d+ states\.\n/)
    expect(stdout).toContain('Found no failures.\n')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^A page with the map of the bot's states: .*map\.html$/m)
    expect(readdirSync(out)).toEqual(['map.html'])
  })

  it('suspects no crash of a bot that remembers people of earlier conversations', async () => {
    const support = 'node test/testing/explore/bots/support.js'
    const { code, stdout } = await cli([
      'explore',
      '--bot',
      support,
      '--for',
      '10s',
      '--seed',
      '2',
      '--out',
      outFolder(),
    ])
    expect(stdout).toContain('Found no failures.\n')
    expect(stdout).not.toMatch(/^Not reported.*: crash/m)
    expect(code).toBe(0)
  })

  it('leaves no file of a failure that is not confirmed when a signal ends the exploration', async () => {
    const out = outFolder()
    const filesOf = () => readdirSync(out).filter((file) => file.endsWith('.yaml'))
    mkdirSync(out)
    const written = new Promise<void>((resolve) => {
      const watcher = watch(out, () => filesOf().length && resolve())
      onTestFinished(() => watcher.close())
    })
    const run = start(['explore', '--bot', MENU, '--out', out, '--json'], { PLANTED: 'crash in hours' })
    await written
    run.child.kill('SIGINT')
    const { stdout } = await run.ended
    const reported = stdout.split('\n').flatMap((line) => (line ? [basename(JSON.parse(line).file)] : []))
    expect(filesOf()).toEqual(reported)
  })

  it.each(['--exclude', '--include'])('takes the kinds of earlier versions with a note: %s', async (flag) => {
    expect(await explore(outFolder(), '1s', '', flag, 'stuck,loop')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^The kind stuck no longer exists\. .*\nThe kind loop no longer exists\. /),
    })
  })

  it('resets what a bot has stored, and names operations that the service lacks', async () => {
    const out = outFolder()
    mkdirSync(out)
    const [file, state, world] = [join(out, 'counter.mjs'), join(out, 'state.json'), join(out, 'world.yaml')]
    writeFileSync(file, COUNTER_BOT)
    // Without a group, even the few moves of a busy machine are moves that the bot answers.
    writeFileSync(world, 'world: { users: { alice: {} }, bots: { counter: {} } }')
    const args = ['explore', '--bot', `node ${file} ${state}`, '--world', world, '--for', '4s', '--out', out]
    const { code, stdout } = await cli([...args, '--reset', `echo reset >> ${out}/resets; rm -f ${state}`])
    expect(stdout).toMatch(
      /^The service lacks the operation sendDice, which the bot called \d+ times\. Try --lenient sendDice\.$/m,
    )
    expect(code).toBe(0)
    expect(readFileSync(join(out, 'resets'), 'utf8')).toMatch(/^reset\n/)
    expect(await cli([...args, '--reset', 'echo no >&2; exit 3'])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^The command of --reset ended with code 3: no\. Pass/),
    })
  })

  it('looks for the own properties alone if asked to', async () => {
    const out = outFolder()
    mkdirSync(out)
    const file = join(out, 'rules.yaml')
    writeFileSync(file, 'always: [{ name: never greets, never: { call: sendMessage } }]')
    const flags = ['--bot', MENU, '--out', out, '--include', 'property', '--json']
    const finding = readFinding(await untilFound([...flags, '--properties', file]))
    expect(finding).toMatchObject({ kind: 'property', steps: 1 })
    expect(await cli(['explore', ...flags])).toMatchObject({
      code: 2,
      stderr: 'There are no properties to look at. Pass your rules with --properties.\n',
    })
  })

  it('refuses an unknown kind, and a bot that does not start', async () => {
    expect(await explore(outFolder(), '1s', '', '--include', 'crsh')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^Unknown kind of failure "crsh"\. The kinds are crash, /),
    })
    expect((await cli(['explore', '--bot', 'exit 4', '--out', outFolder()])).code).toBe(3)
  })

  it('refuses an empty command, and flags that leave out every kind', async () => {
    expect(await cli(['explore', '--bot', ' '])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/'--bot <command>' argument ' ' is invalid\. The value must be a command/),
    })
    expect(await explore(outFolder(), '1s', '', '--include', 'crash', '--exclude', 'crash')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--exclude leaves no kind of failure to look for\./),
    })
  })
})
