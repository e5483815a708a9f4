// `chat`: a conversation as one of its people sees it.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { emulatorProcess } from '../helpers/emulator.ts'
import { run } from '../helpers/program.ts'
import { isHere } from '../helpers/programs.ts'
import { started } from '../helpers/started.ts'

async function conversation() {
  const emulator = await started()
  const alice = await emulator.user('alice')
  const bob = await emulator.user('bob')
  const greeter = await emulator.bot('greeter')
  await emulator.clock.freeze()
  await emulator.clock.set('2030-01-01T12:00:00Z')
  await alice.start(greeter)
  const inline_keyboard = [
    [
      { text: 'Yes', callback_data: 'y' },
      { text: 'No', callback_data: 'n' },
    ],
  ]
  await greeter.call('sendMessage', { chat_id: alice.id, text: 'Hello\nAlice', reply_markup: { inline_keyboard } })
  const command = (...args: string[]) => run(args, { env: { BOT_EMULATOR_URL: emulator.url } })
  return { emulator, alice, bob, greeter, command }
}

const SAID = '1  12:00:00  Alice: /start\n2  12:00:00  Greeter: Hello\n             Alice\n             ‹Yes› ‹No›\n'

it('shows messages with buttons, replies, edits and files', async () => {
  const { emulator, alice, bob, greeter, command } = await conversation()
  expect(await command('chat', 'alice', 'greeter').ended).toEqual({ code: 0, stdout: SAID, stderr: '' })
  await alice.send(greeter, 'a\u001b[2Jb', { reply_to: 2 })
  await alice.edit(greeter, 3, 'b')
  await alice.sendFile(greeter, 'document', { name: 'a.txt', bytes: 'x' }, { caption: 'look' })
  await greeter.call('sendMessage', { chat_id: alice.id, text: 'or?', reply_markup: { keyboard: [['Menu', 'Help']] } })
  expect((await command('chat', '@alice', String(greeter.id), '--last', '3').ended).stderr).toContain('Unknown person')
  expect((await command('chat', 'alice', String(greeter.id), '--last', '3').ended).stdout).toBe(
    '3  12:00:00  Alice: b  (in reply to 2, edited)\n' +
      '4  12:00:00  Alice: [document a.txt] look\n' +
      '5  12:00:00  Greeter: or?\n' +
      'keyboard: ‹Menu› ‹Help›\n',
  )
  await emulator.group('team', { owner: alice })
  await bob.join('team')
  await bob.leave('team')
  expect((await command('chat', 'alice', 'team').ended).stdout).toBe('1  12:00:00  Bob joined\n2  12:00:00  Bob left\n')
  expect((await command('chat', 'alice').ended).stdout).toMatch(
    /^greeter {2}Greeter {2}private {2}1 unread\nteam +Team +group/,
  )
  expect(await command('chat', 'alice', 'greter').ended).toMatchObject({ code: 1, stdout: '' })
})

it('follows new messages with --follow until it is stopped', async () => {
  const { alice, bob, greeter, command } = await conversation()
  const following = command('chat', 'alice', 'greeter', '--follow')
  await following.until('stdout', SAID)
  await bob.start(greeter)
  await alice.send(greeter, 'more')
  await following.until('stdout', '3  12:00:00  Alice: more\n')
  await alice.edit(greeter, 3, 'less')
  await following.until('stdout', '3  12:00:00  Alice: less  (edited)\n')
  await alice.delete(greeter, 3)
  await following.until('stdout', '3  deleted\n')
  const { code, stdout } = await following.stop('SIGINT')
  expect(code).toBe(130)
  expect(stdout).toBe(`${SAID}3  12:00:00  Alice: more\n3  12:00:00  Alice: less  (edited)\n3  deleted\n`)
})

it('reports the end of the emulator, after a stop and after a kill', async () => {
  const { emulator, alice, greeter, command } = await conversation()
  const inOrder = command('chat', 'alice', 'greeter', '--follow')
  await inOrder.until('stdout', SAID)
  await alice.send(greeter, 'more')
  await inOrder.until('stdout', 'more\n')
  await emulator.stop()
  expect(await inOrder.ended).toMatchObject({ code: 0, stderr: 'The emulator has ended.\n' })

  const { url, act, bot, end } = await emulatorProcess(['--memory'])
  await act('start', { as: 'alice', bot })
  const killed = command('chat', 'alice', bot, '--follow', '--url', url)
  await killed.until('stdout', '/start\n')
  await act('send', { as: 'alice', to: bot, text: 'more' })
  await killed.until('stdout', 'more\n')
  await end('SIGKILL')
  expect(await killed.ended).toMatchObject({
    code: 3,
    stderr: `The emulator at ${url} has ended. Start the emulator again, then repeat this command.\n`,
  })
})

/** The emulator, but for its events: of those there were more than it keeps. */
async function forgetful(emulator: { url: string }): Promise<string> {
  const event = { id: 9, type: 'missed', at: 0, count: 9, hint: 'Look again.' }
  const server = createServer(async ({ url = '' }, response) => {
    if (url.startsWith('/_emulator/events')) response.write(`data: ${JSON.stringify(event)}\n\n`)
    else response.end(await (await fetch(emulator.url + url)).text())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('reports missed messages, as JSON with --json', async () => {
  const { emulator, command } = await conversation()
  const asked = ['chat', 'alice', 'greeter', '--follow', '--url', await forgetful(emulator)]
  const [lines, json] = [command(...asked), command(...asked, '--json')]
  await Promise.all([lines.until('stdout', 'missed: Look again.\n'), json.until('stdout', 'missed')])
  expect((await lines.stop('SIGINT')).stdout).toBe(`${SAID}Some messages were missed: Look again.\n`)
  const { stdout } = await json.stop('SIGINT')
  const [last] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .slice(-1)
  expect(last).toEqual({ event: 'missed', count: 9, hint: 'Look again.' })
})

it('--json prints one line in a pipe, and indents on a terminal', async () => {
  const { emulator, command } = await conversation()
  const { stdout } = await command('chat', 'alice', 'greeter', '--json').ended
  expect(stdout.split('\n')).toHaveLength(2)
  expect(JSON.parse(stdout).result.messages.map(({ text }: { text: string }) => text)).toEqual([
    '/start',
    'Hello\nAlice',
  ])
  if (!isHere('script')) return
  const shown = await run(['calls', '--json'], { env: { BOT_EMULATOR_URL: emulator.url }, terminal: true }).ended
  expect(shown.stdout).toMatch(/^\{\r\n {2}"ok": true,\r\n {2}"result": \[\r\n/)
})
