// What can be done is offered, what can't is not, and the palette finds it by what people call it.

import { expect, it } from 'vitest'
import { service } from '../../helpers/service.ts'
import { openDashboard } from './stage/open.tsx'
import { talk } from './stage/talk.ts'

async function channel() {
  const s = await service()
  for (const name of ['Alice', 'Bob']) await s.user(name, { handle: name.toLowerCase() })
  const feed = { title: 'Feed', handle: 'feed', owner: 'alice', subscribers: ['bob'], comments: true }
  await s.act('createChannel', feed)
  await s.act('send', { as: 'alice', to: 'feed', text: 'first post' })
  return s
}

it('lists the comments of a channel, and a post leads to them', async () => {
  const { url } = await channel()
  const screen = await openDashboard({ url, me: 'bob', open: 'feed' })
  await screen.until('first post')
  expect(screen.text()).toContain('comments')
  await screen.press('tab')
  await screen.until('c comments')
  await screen.press('c')
  await screen.until('write to Feed — comments')
  await screen.press('"well said', 'enter')
  await screen.until(/well said/)
})

it('offers a subscriber nothing that only others may do, and Enter is never silent', async () => {
  const { url } = await channel()
  const screen = await openDashboard({ url, me: 'bob', open: 'feed' })
  await screen.until('first post')
  await screen.press('tab')
  await screen.until('c comments')
  expect(screen.rows().at(-1)).not.toMatch(/ [redp] (reply|edit|delete|pin)/)
  await screen.press('esc', '"hello', 'enter')
  await screen.until('Not done: Only administrators write in Feed. Bob reads it.')
  await screen.until('Bob › hello')
})

it('says why nothing can be written, and shows what is typed all the same', async () => {
  const { url } = await channel()
  const screen = await openDashboard({ url, me: 'bob', open: 'feed' })
  await screen.until('Only administrators write in Feed. Bob reads it.')
  await screen.press('"hello')
  await screen.until('Bob › hello')
})

it('says that a muted person is muted', async () => {
  const s = await service()
  for (const name of ['Alice', 'Bob']) await s.user(name, { handle: name.toLowerCase() })
  await s.act('createGroup', { title: 'Team', handle: 'team', owner: 'alice', members: ['bob'] })
  await s.act('mute', { as: 'alice', chat: 'team', who: 'bob' })
  const screen = await openDashboard({ url: s.url, me: 'bob', open: 'team' })
  await screen.until('Bob is muted in Team.')
  await screen.press('"hello', 'enter')
  await screen.until('Not done: Bob is muted in Team.')
  await screen.press('ctrl-p', '"alice', 'enter')
  await screen.until('Alice › ')
  expect(screen.text()).not.toContain('Not done')
})

it('offers for a member nothing that the played person may not do', async () => {
  const s = await service()
  for (const name of ['Alice', 'Bob', 'Carol']) await s.user(name, { handle: name.toLowerCase() })
  await s.act('createGroup', { title: 'Team', handle: 'team', owner: 'alice', members: ['bob', 'carol'] })
  const screen = await openDashboard({ url: s.url, me: 'bob', open: 'team' })
  await screen.until('write to Team')
  await screen.press('tab', 'P')
  await screen.until('Carol member')
  await screen.press('down', 'down', 'enter')
  await screen.until('Bob has no right to change Carol here.')
})

it('offers for a member only what applies now', async () => {
  const s = await service()
  for (const name of ['Alice', 'Bob']) await s.user(name, { handle: name.toLowerCase() })
  await s.act('createGroup', { title: 'Team', handle: 'team', owner: 'alice', members: ['bob'] })
  const screen = await openDashboard({ url: s.url, me: 'alice', open: 'team' })
  await screen.until('write to Team')
  await screen.press('tab', 'P')
  await screen.until('Bob member')
  await screen.press('down', 'enter')
  await screen.until('Mute…')
  expect(screen.text()).not.toMatch(/Lift the (mute|ban)/)
  await screen.press('esc')
  await s.act('mute', { as: 'alice', chat: 'team', who: 'bob' })
  await screen.until('Bob muted')
  await screen.press('enter')
  await screen.until('Lift the mute')
  expect(screen.text()).not.toContain('Mute…')
  await screen.press('enter')
  await screen.until('Bob may write again in Team.')
})

it('suggests for a mute only groups, and members who can be muted; an error is not drawn over', async () => {
  const s = await channel()
  await s.user('Carol', { handle: 'carol' })
  const members = ['bob', 'carol']
  await s.act('createGroup', { title: 'Team', handle: 'team', owner: 'alice', members })
  await s.bot({ handle: 'greeter' })
  const screen = await openDashboard({ url: s.url, me: 'bob', open: 'greeter', columns: 60, rows: 20 })
  await screen.until('Enter starts the bot')
  await screen.press('ctrl-p', '"mute', 'enter')
  await screen.until('Mute a member: Chat')
  await screen.until('▌team  Team, group')
  expect(screen.text()).not.toMatch(/Feed, channel|Greeter, a bot/)
  await screen.press('enter')
  await screen.until('▌carol  Carol')
  expect(screen.text()).not.toMatch(/(alice|bob) {2}(Alice|Bob)/)
  await screen.press('enter', 'enter')
  await screen.until('Bob is not an administrator of Team, and')
  await screen.until(/can_restrict_members, or promote +┃┃\n┃┃ +the person\. /)
  expect(screen.text()).toMatch(/Who \* +carol/)
})

it('leaves a field empty again, switches go through their values, and a value must be valid', async () => {
  const { s } = await talk()
  const screen = await openDashboard({ url: s.url, me: 'alice', open: 'greeter' })
  await screen.until('Greeting went out.')
  await screen.press('ctrl-p', '"inject', 'enter')
  await screen.until('Injects a fault')
  const down = (count: number) => Array<string>(count).fill('down')
  await screen.press(...down(7), 'enter')
  await screen.until(/▌Never answer +yes /)
  await screen.press('enter')
  await screen.until(/▌Never answer +no /)
  await screen.press('enter')
  await screen.until(/▌Never answer +yes or no, default no /)
  await screen.press(...down(6).fill('up'), 'enter', '"much')
  await screen.until('▌status: write a number.')
  await screen.press('enter', 'ctrl-u', '"500', 'enter')
  await screen.until(/Refuse with status +500 /)
  await screen.press('down', 'enter', 'ctrl-u')
  await screen.until('▌leave it empty')
  await screen.press('enter')
  await screen.until(/Refuse with status +a number /)
})

it.each([
  ['photo', 'Send a photo or file…'],
  ['picture', 'Send a photo or file…'],
  ['attach', 'Send a photo or file…'],
  ['undo', 'Undo'],
  ['hour', 'Clock: freeze, move forward'],
  ['sendFile', 'Send a photo or file…'],
  ['bob', 'Be Bob'],
  ['team', 'Open Team'],
  ['429', 'Fault: Refuse with 429'],
  ['admin', 'Make an administrator…'],
])('finds by "%s": %s', async (typed, label) => {
  const { s } = await talk()
  const screen = await openDashboard({ url: s.url, me: 'alice', open: 'greeter' })
  await screen.until('Greeting went out.')
  await screen.press('ctrl-p')
  await screen.until('Send a photo or file…')
  await screen.press(`"${typed}`)
  await screen.until(`▌${label}`)
})

it('says so when the palette finds nothing', async () => {
  const { s } = await talk()
  const screen = await openDashboard({ url: s.url, me: 'alice', open: 'greeter' })
  await screen.until('Greeting went out.')
  await screen.press('ctrl-p', '"xyzzy')
  await screen.until('Nothing is called that.')
})

it('offers no buttons of a bot that is blocked, and forgets what was not done once it is', async () => {
  const { s } = await talk()
  const screen = await openDashboard({ url: s.url, me: 'alice', open: 'greeter' })
  await screen.until('Up buttons')
  await s.act('block', { as: 'alice', bot: 'greeter' })
  await screen.until('Enter unblock')
  expect(screen.text()).not.toContain('Up buttons')
  await screen.press('up')
  await screen.until('Esc back')
  expect(screen.text()).not.toContain('Enter press')
  await screen.press('enter')
  await screen.until('Not done: Alice has blocked this bot.')
  await screen.press('enter')
  await screen.until('Up buttons')
  await screen.gone('Not done')
})

it('offers the file of a path, also of a name without a folder', async () => {
  const { s } = await talk()
  const screen = await openDashboard({ url: s.url, me: 'alice', open: 'greeter' })
  await screen.until('Greeting went out.')
  await screen.press('"package.json')
  await screen.until('Tab sends the file, Enter the text')
  await screen.press('"5')
  await screen.gone('Tab sends the file')
})

it('filters the help', async () => {
  const { s } = await talk()
  const screen = await openDashboard({ url: s.url, me: 'alice', open: 'greeter' })
  await screen.until('Greeting went out.')
  await screen.press('f1')
  await screen.until('▌Ctrl-G')
  expect(screen.text()).not.toContain('Enter choose')
  await screen.press('/', '"suspend')
  await screen.until('Suspend; fg resumes')
  await screen.gone('Redraw the screen')
  await screen.press('esc')
  await screen.gone('everywhere')
})

it('says of each fault what it does, and how often it happened', async () => {
  const { s } = await talk()
  await s.act('injectFault', { bot: 'greeter', operation: 'sendMessage', drop: 'after', times: 2 })
  await s.act('injectFault', { bot: 'greeter', status: 429, retry_after: 5, every: 3 })
  const screen = await openDashboard({ url: s.url, me: 'alice', open: 'greeter' })
  await screen.until('Greeting went out.')
  await screen.press('tab', 'F')
  await screen.until('#1 sendMessage: the answer is lost')
  await screen.until('happened 0 of 2')
  await screen.until('#2 any operation: refused with 429')
  await screen.until('1 in 3')
})

it('says below a call which fault it met', async () => {
  const s = await service()
  const alice = await s.user('Alice', { handle: 'alice' })
  const bot = await s.bot({ handle: 'greeter' })
  await s.act('start', { as: 'alice', bot: 'greeter' })
  await s.act('injectFault', { operation: 'sendMessage', drop: 'after' })
  await s.emulator.call({ token: bot.token, method: 'sendMessage', input: { chat_id: alice.id, text: 'Hi' } })
  const screen = await openDashboard({ url: s.url, me: 'alice', open: 'greeter' })
  await screen.until(/ok sendMessage Hi .*\n.*injected fault 1: call executed/)
  expect(screen.text().match(/injected fault/g)).toHaveLength(1)
})

it('searches the messages, the chats and the traffic', async () => {
  const { s } = await talk()
  const screen = await openDashboard({ url: s.url, me: 'alice', open: 'greeter' })
  await screen.until('Greeting went out.')
  await screen.press('ctrl-f', '"cat')
  await screen.until('▌you')
  await screen.until('/cat▏ 1 in this chat')
  await screen.press('enter', 'ctrl-f', '"dog')
  await screen.until('/dog▏ not found in this chat')
  await screen.press('esc', 'ctrl-f', '"cat')
  await screen.until('/cat▏ 1 in this chat')
  await screen.press('enter', 'esc', 'esc')
  await screen.until('write to Greeter')
  await screen.press('tab', 'tab', 'tab', '/', '"op:editMessageText')
  await screen.gone('sendMessage')
  expect(screen.text()).toContain('editMessageText')
  await screen.press('esc')
  await screen.until('ok sendMessage')
})

it("says in its first line that a bot's program has ended, and with which code", async () => {
  const s = await service()
  await s.user('Alice', { handle: 'alice' })
  const bot = await s.bot({ handle: 'greeter' })
  const tell = (about: object) => s.emulator.reportProgram({ bot: bot.id, ...about })
  const screen = await openDashboard({ url: s.url, me: 'alice', open: 'greeter' })
  tell({ how: 'started', command: 'node bot.mjs' })
  tell({ how: 'ended', code: 3, signal: null, restarts_in: 1 })
  await screen.until(/^ bot-emulator .* ended with code 3/)
})
