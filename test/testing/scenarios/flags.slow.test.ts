// What the flags of `test` do to a run.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bot, cli, start } from '../../helpers/cli.ts'
import { folder } from '../../helpers/folder.ts'
import { until } from '../../helpers/until.ts'
import { suite } from './suite.ts'

const world = 'world:\n  users: { alice: {} }\n  bots: { greeter: {} }\n'
const scenario = (name: string, text: string, more = '') =>
  `  - name: ${name}\n${more}    steps:\n      - start: { as: alice, bot: greeter }\n` +
  `      - expect: { call: sendMessage, with: { text: ${JSON.stringify(text)} }, within: ${text === 'no' ? '500ms' : '2s'} }\n`

const RIGHT = 'Hello,\u00a0Alice'
const BOT = ['--bot', bot('one-character')]

/** Which ran, and how they went. */
const told = (stdout: string) =>
  stdout
    .split('\n')
    .filter((line) => /^[✓✗-] /.test(line))
    .map((line) => line.replace(/ \(time\)/, ''))

describe.concurrent('test', () => {
  it('stops at the first failure with --bail', async () => {
    const at = folder({ 'a.yaml': `${world}scenarios:\n${scenario('one', 'no')}${scenario('two', RIGHT)}` })
    const { code, stdout } = await cli(['test', `${at}/a.yaml`, ...BOT, '--bail'])
    expect(told(stdout)).toEqual(['✗ one'])
    expect(stdout).toMatch(/\n1 failed, 0 passed, stopped at the first failure \(time\)\n$/)
    expect(code).toBe(1)
  })

  it('selects scenarios by --grep, --tag and only', async () => {
    const many = ['one', 'two', 'three'].map((name) => scenario(name, RIGHT, `    tags: [${name[0]}]\n`)).join('')
    const at = folder({
      'a.yaml': `${world}scenarios:\n${many}`,
      'b.yaml': `${world}scenarios:\n${scenario('four', RIGHT)}${scenario('five', RIGHT, '    only: true\n')}`,
    })
    const run = async (...args: string[]) => told((await cli(['test', ...args, ...BOT])).stdout)
    expect(await run(`${at}/a.yaml`, '--grep', '^T')).toEqual(['✓ two', '✓ three'])
    expect(await run(`${at}/a.yaml`, '--tag', 'o')).toEqual(['✓ one'])
    expect(await run(`${at}/b.yaml`)).toEqual(['- four (another scenario is marked "only")', '✓ five'])
  })

  it('restarts the bot before each scenario with --restart each, and not without', async () => {
    const twice = [1, 1].map((_, i) => scenario(`n${i}`, 'Hello 1')).join('')
    const at = folder({ 'a.yaml': `${world}scenarios:\n${twice}` })
    const counting = `node --input-type=module -e "import { answer, call } from '${process.cwd()}/test/testing/scenarios/bots/base.js'; let n = 0; await answer(({ chat }) => call('sendMessage', { chat_id: chat.id, text: 'Hello ' + ++n }))"`
    const run = async (...more: string[]) =>
      told((await cli(['test', `${at}/a.yaml`, '--bot', counting, ...more])).stdout)
    expect(await run()).toEqual(['✓ n0', '✗ n1'])
    expect(await run('--restart', 'scenario')).toEqual(['✓ n0', '✓ n1'])
    expect(await run('--restart', 'each')).toEqual(['✓ n0', '✓ n1'])
  })

  it('plays on several emulators at once with --parallel', async () => {
    const many = Array.from({ length: 8 }, (_, i) => scenario(`n${i}`, RIGHT)).join('')
    const at = folder({ 'a.yaml': `${world}scenarios:\n${many}` })
    const { code, stdout } = await cli(['test', `${at}/a.yaml`, ...BOT, '--parallel', '3'])
    expect(told(stdout).sort()).toEqual(Array.from({ length: 8 }, (_, i) => `✓ n${i}`))
    expect(code).toBe(0)
  })

  it('ends a scenario that takes longer than --timeout', async () => {
    const { code, stdout } = await cli(['test', 'test/testing/scenarios/long.yaml', ...BOT, '--timeout', '200ms'])
    expect(stdout).toBe(`✗ takes its time (time)
    test/testing/scenarios/long.yaml:6:9
      wait 30s
    The scenario took longer than 0.2 s.

        5 |     steps:
      > 6 |       - wait: 30s


1 failed, 0 passed (time)
`)
    expect(code).toBe(1)
  })

  it('names the first ten unexpected calls with --strict, each once', async () => {
    const many = `node --input-type=module -e "import { answer, call } from '${process.cwd()}/test/testing/scenarios/bots/base.js'; await answer(async () => { for (let n = 1; n <= 13; n++) await call('sendMessage', { chat_id: 1, text: '' + n }).catch(() => {}) })"`
    const last = '{ expect: { call: sendMessage, with: { text: "13" }, ok: false } }'
    const steps = `[{ start: { as: alice, bot: greeter } }, ${last}]`
    const at = folder({ 'a.yaml': `${world}scenarios: [{ name: one, steps: ${steps} }]\n` })
    const { stdout } = await cli(['test', `${at}/a.yaml`, '--bot', many, '--strict'])
    const line = (n: number) =>
      `    call N: greeter sendMessage chat_id 1, text "${n}" → 400 Bad Request: chat not found because the chat 1 does not exist (CID-12)\n`
    const first = Array.from({ length: 10 }, (_, i) => line(i + 1)).join('')
    expect(stdout).toContain(`    12 calls were not expected.\n${first}    … and 2 more\n\n`)
    expect(stdout.match(/text "1" /g)).toHaveLength(1)
  })

  it("writes the bot's current calls into the file with --update all, and keeps comments", async () => {
    const text = `# First.\n${world}scenarios:\n${scenario('one', 'Hello')}      # Last.\n      - expectNothing: { for: 20ms }\n`
    const at = folder({ 'a.yaml': text })
    const asked = await cli(['test', `${at}/a.yaml`, ...BOT, '--update'])
    expect(asked.stdout).toContain(
      `a.yaml:9:9: with.text\n  - "Hello"\n  + "Hello,\\u00a0Alice"\nNot a terminal, so there is no way to confirm. Nothing was written`,
    )
    expect(asked.code).toBe(1)
    expect(readFileSync(`${at}/a.yaml`, 'utf8')).toBe(text)
    expect((await cli(['test', `${at}/a.yaml`, ...BOT, '--update', 'all'])).code).toBe(0)
    expect(readFileSync(`${at}/a.yaml`, 'utf8')).toBe(text.replace('"Hello"', JSON.stringify(RIGHT)))
  })

  it('expects with null that a parameter is missing after --update all', async () => {
    const expectation = (more: string) => `{ call: sendMessage, with: { text: one${more} }, within: 1s }`
    const text = (more: string) =>
      suite(`  - name: one
    steps:
      - send: { as: alice, to: greeter, text: "/say one" }
      - expect: ${expectation(more)}
`)
    const at = folder({ 'a.yaml': text(', reply_to_message_id: 5') })
    const run = await cli(['test', `${at}/a.yaml`, '--bot', 'node fixtures/bots/greeter.js', '--update', 'all'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain('with.reply_to_message_id\n  - 5 (a number)\n  + null\n')
    expect(readFileSync(`${at}/a.yaml`, 'utf8')).toContain(expectation(', reply_to_message_id: null'))
    const again = await cli(['test', `${at}/a.yaml`, '--bot', 'node fixtures/bots/greeter.js'])
    expect(again.code).toBe(0)
  })

  it("writes the bot's current calls into expectInOrder with --update", async () => {
    const text = (...texts: string[]) =>
      suite(`  - name: one
    steps:
      - send: { as: alice, to: greeter, text: "/say one" }
      - send: { as: alice, to: greeter, text: "/say two" }
      - expectInOrder:
${texts.map((each) => `          - { call: sendMessage, with: { text: ${each} }, within: 1s }\n`).join('')}`)
    const at = folder({ 'a.yaml': text('one', 'three') })
    const run = await cli(['test', `${at}/a.yaml`, '--bot', 'node fixtures/bots/greeter.js', '--update', 'all'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain('a.yaml:9:9: 1.with.text\n  - "three"\n  + "two"\n')
    expect(readFileSync(`${at}/a.yaml`, 'utf8')).toBe(text('one', '"two"'))
  })

  it('writes the current messages into expectReply with --update all', async () => {
    const text = (
      first: string,
      buttons: string,
      second: string,
    ) => `${world.replace('alice: {}', 'alice: {}, bob: {}')}scenarios:
  - name: one
    steps:
      - start: { as: alice, bot: greeter }
      - expectReply: { to: alice, text: ${first}, buttons: ${buttons} } # why
      - send: { as: alice, to: greeter, text: "/say bye" }
      - expectReply: { to: alice, text: ${second} }
`
    const at = folder({ 'a.yaml': text('"Hi, $alice.first_name."', '[Thanks, No]', '/good bye/') })
    const command = ['test', `${at}/a.yaml`, '--bot', 'node fixtures/bots/greeter.js']
    const run = await cli([...command, '--update', 'all'])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of a scenario
    expect(readFileSync(`${at}/a.yaml`, 'utf8')).toBe(text('"Hello, ${alice.first_name}!"', '["Thanks"]', '"bye"'))
    expect(run.stdout).toMatch(/✓ one \(time\)\n\n1 passed \(time\)\n$/)
    expect((await cli(command)).code).toBe(0)
  })

  it('keeps a YAML anchor if only one of its aliases differs with --update', async () => {
    const anchor = 'x-hello: &hello { text: Hullo }\n'
    const steps = (said: string) =>
      `      - start: { as: alice, bot: greeter }\n      - expect: { call: sendMessage, with: ${said} }\n`
    const text = (said: string) => `${anchor}${world}scenarios:\n  - name: one\n    steps:\n${steps(said)}`
    const at = folder({ 'a.yaml': text('*hello') })
    const run = await cli(['test', `${at}/a.yaml`, '--bot', 'node fixtures/bots/greeter.js', '--update', 'all'])
    expect(run.stderr).toBe('')
    expect(readFileSync(`${at}/a.yaml`, 'utf8')).toBe(text('{ text: "Hello, Alice!" }'))
  })

  it('keeps variables with --update, and changes nothing if the rows of a table disagree', async () => {
    const text = (hello: string, thanks: string) => `${world.replace('alice: {}', 'alice: {}, bob: {}')}scenarios:
  - name: to $who
    each: [{ who: alice, name: Alice }, { who: bob, name: Bob }]
    steps:
      - start: { as: $who, bot: greeter }
      - expect: { call: sendMessage, with: { text: ${hello} }, within: 1s } # why
      - send: { as: $who, to: greeter, text: "/say I am $name" }
      - expect: { call: sendMessage, with: { text: ${thanks} }, within: 1s }
  - name: with a keyboard
    steps:
      - send: { as: alice, to: greeter, text: /pictures }
      - expect:
          call: sendMessage
          with: { reply_markup: { keyboard: [[{text: How many?}]] } }
          within: 1s
      - start: { as: alice, bot: greeter }
      - expect: { call: sendMessage, with: { reply_markup: { inline_keyboard: [[{text: Thanks}, {text: No}]] } } }
`
    const at = folder({ 'a.yaml': text('"Hi, $name."', 'I am nobody') })
    const run = await cli(['test', `${at}/a.yaml`, '--bot', 'node fixtures/bots/greeter.js', '--update', 'all'])
    const list = '[[{"text":"How many?"}],[{"text":"Forget"}]]'
    const row = '[{"text":"Thanks","callback_data":"thanks"}]'
    expect(readFileSync(`${at}/a.yaml`, 'utf8')).toBe(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of a scenario
      text('"Hello, ${name}!"', 'I am nobody')
        .replace('[[{text: How many?}]]', list)
        .replace('[{text: Thanks}, {text: No}]', row),
    )
    expect(run.stdout).toContain(
      'a.yaml:11:9: with.text has different values in the rows of "each". Change it by hand.\n✗ to alice',
    )
    expect(run.code).toBe(1)
  })

  it('plays again with --watch when a file changes', async () => {
    const at = folder({ 'a.yaml': `${world}scenarios:\n${scenario('one', 'no')}` })
    mkdirSync(`${at}/out`)
    const run = start(['test', `${at}/a.yaml`, ...BOT, '--watch', at])
    await run.until('stdout', 'Waiting for a file to change')
    writeFileSync(`${at}/a.yaml`, `${world}scenarios:\n${scenario('one', RIGHT)}`)
    await run.until('stdout', '✓ one')
    run.child.kill('SIGINT')
    expect((await run.ended).code).toBe(130)
  })

  it('plays again with --watch after a save during a run, and ignores the files that a run writes', async () => {
    const runs = `${folder({})}/runs.txt`
    const at = folder({ 'state.txt': '' })
    const steps = `    steps: [{ run: "echo >> ${at}/state.txt; echo run >> ${runs}" }, { wait: 1s }]\n`
    const save = (name: string) => writeFileSync(`${at}/a.yaml`, `${world}scenarios:\n  - name: ${name}\n${steps}`)
    save('one')
    const run = start(['test', `${at}/a.yaml`, ...BOT, '--watch', at])
    await until(() => existsSync(runs))
    save('two')
    await run.until('stdout', 'Waiting for a file to change')
    run.child.kill('SIGINT')
    await run.ended
    expect(told(run.stdout()).map((line) => line.replace(/ \(.*/, ''))).toEqual(['✓ one', '✓ two'])
    expect(readFileSync(runs, 'utf8')).toBe('run\nrun\n')
  })

  it('names the entry of the world that the emulator refuses', async () => {
    const at = folder({
      'a.yaml':
        'world:\n  users: { alice: { username: same }, bob: { username: same } }\n  bots: { greeter: {} }\nscenarios: [{ name: a, steps: [{ wait: 1ms }] }]\n',
    })
    expect(await cli(['test', `${at}/a.yaml`, ...BOT])).toEqual({
      code: 2,
      stdout: '',
      stderr: `${at}/a.yaml:2:56: world.users.bob.username: alice already has "same". Choose another value, or leave the key out.
One mistake; nothing was run. \`npx bot-emulator schema\` prints the schema for an editor.
`,
    })
  })

  it('names a report that cannot be written before it plays', async () => {
    const at = folder({ 'a.yaml': `${world}scenarios:\n${scenario('one', RIGHT)}` })
    const into = `${at}/a.yaml/report`
    const cannot = (file: string) => ({
      code: 3,
      stdout: '',
      stderr: `${file} cannot be written: EEXIST: file already exists, mkdir '${at}/a.yaml'. Choose another file.\n`,
    })
    const run = (...more: string[]) => cli(['test', `${at}/a.yaml`, ...BOT, ...more])
    expect(await run('--reporter', `junit=${into}.xml`)).toEqual(cannot(`${into}.xml`))
    expect(await run('--coverage', `${into}.json`)).toEqual(cannot(`${into}.json`))
  })

  it.runIf(existsSync('/dev/full'))('names a report that could not be written at the end', async () => {
    const at = folder({ 'a.yaml': `${world}scenarios:\n${scenario('one', RIGHT)}` })
    const { code, stderr } = await cli(['test', `${at}/a.yaml`, ...BOT, '--reporter', 'junit=/dev/full'])
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr:
        '/dev/full was not written: ENOSPC: no space left on device, write. Free some disk space, then run again.\n',
    })
  })

  it.each([
    [['test'], 'The bot to test is missing. Pass the command that starts your bot: --bot "node bot.js"\n'],
    [
      ['test', 'no-such.yaml', '--bot', 'x'],
      'no-such.yaml does not exist. Pass scenario files, folders or patterns.\n',
    ],
    [
      ['test', 'fixtures/scenarios/tables.yaml', '--tag', 'smok', '--bot', 'x'],
      'No scenario matches --tag smok. Did you mean smoke?\n',
    ],
    [
      ['test', 'fixtures/scenarios/greet.yaml', '--tag', 'smoke', '--bot', 'x'],
      'No scenario matches --tag smoke. None of the scenarios has a tag.\n',
    ],
    [
      ['test', 'fixtures/scenarios/greet.yaml', '--grep', 'zzz', '--bot', 'x'],
      'No scenario matches --grep zzz. The names are: greets by name.\n',
    ],
    [
      ['test', '--update', '--watch', '--bot', 'x'],
      '--update and --watch cannot be combined. Update the files first, then watch them.\n',
    ],
    [
      ['test', '--reporter', 'junit=', '--bot', 'x'],
      'junit= has no file name. Write junit=<file>, or only junit to print to the screen.\n',
    ],
    [
      [
        'test',
        'fixtures/scenarios/greet.yaml',
        '--reporter',
        'json=/tmp/a.json',
        '--coverage',
        '/tmp/b/../a.json',
        '--bot',
        'x',
      ],
      'Two reports would be written to /tmp/b/../a.json. Give each report its own file.\n',
    ],
    [
      ['test', '--timeout', '0', '--bot', 'x'],
      "Option '--timeout <time>' argument '0' is invalid. The value must be more than 0 s. See --help.\n",
    ],
    [
      ['exec', '--token-name', 'A B', '--', 'true'],
      "Option '--token-name <name>' argument 'A B' is invalid. The value may contain letters, digits and underscores, but not begin with a digit. See --help.\n",
    ],
    [['test', '--reporter', 'jnit', '--bot', 'x'], 'Unknown reporter "jnit". Did you mean junit?\n'],
  ])('refuses %j', async (args, stderr) => {
    expect(await cli(args)).toEqual({ code: 2, stdout: '', stderr })
  })

  it.each(['--coverage', '--update', '--hold', '--faults', '--bot-clock'])(
    'does not take the file after %s for its value',
    async (flag) => {
      const stderr = 'absent.yaml does not exist. Pass scenario files, folders or patterns.\n'
      expect(await cli(['test', flag, 'absent.yaml', '--bot', 'x'])).toEqual({ code: 2, stdout: '', stderr })
    },
  )
})
