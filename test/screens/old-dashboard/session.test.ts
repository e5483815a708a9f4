// A dashboard without its terminal, over a real emulator, through both clients.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { directClient } from '../../../src/control/client/direct-client.ts'
import { httpClient } from '../../../src/control/client/http-client.ts'
import type { BeginScenario, Explorer, Replayed } from '../../../src/screens/old-dashboard/effects/recorder.ts'
import { createSession, type Session } from '../../../src/screens/old-dashboard/session.ts'
import { topOverlay } from '../../../src/screens/old-dashboard/state/change.ts'
import { shownState } from '../../../src/screens/old-dashboard/state/undo.ts'
import { programActivity } from '../../../src/screens/old-dashboard/traffic/program.ts'
import { emptyFolder } from '../../helpers/program.ts'
import { type Service, service } from '../../helpers/service.ts'
import { NOTHING_OUTSIDE, PLAIN, strokesOf } from './stage/scene.ts'
import { textOf } from './stage/shown.tsx'

const DOORS = [
  ['over HTTP', ({ url }: Service) => httpClient(url)],
  ['in process', ({ emulator, url }: Service) => directClient(emulator, url)],
] as const

const AROUND = {
  look: PLAIN,
  size: { columns: 120, rows: 40 },
  nowMs: () => 1_800_014_400_000,
  ...NOTHING_OUTSIDE,
}

async function followed(session: Session) {
  const stop = new AbortController()
  const following = session.follow(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await following
  })
  await expect.poll(() => session.state().link, { timeout: 10_000 }).toBe('open')
}

async function stage(
  open: (here: Service) => ReturnType<typeof httpClient>,
  beginScenario?: BeginScenario,
  explorer?: Explorer,
) {
  const here = await service()
  await here.user('Alice', { handle: 'alice' })
  const bot = await here.bot({ handle: 'greeter' })
  const copied: string[] = []
  const remembered: object[] = []
  const client = open(here)
  const session = createSession({
    ...AROUND,
    client,
    url: here.url,
    copy: async (text) => {
      copied.push(text)
      return 'sent'
    },
    remember: ({ me, open: chat }) => remembered.push({ me, open: chat }),
    beginScenario,
    explorer,
  })
  await followed(session)
  const press = (...names: string[]) => {
    for (const stroke of strokesOf(...names)) session.dispatch({ type: 'stroke', stroke })
  }
  return { ...here, client, session, bot, press, copied, remembered, state: session.state }
}

describe.each(DOORS)('%s', (_, open) => {
  it('lists the next timers of a bot that follows the clock', async () => {
    const { press, state, emulator } = await stage(open)
    const { followers } = emulator
    const at = Math.ceil(Date.now() / 1000) + 3600
    const idle = { due_ms: at * 1000, next_ms: [at, at + 60].map((one) => one * 1000), timers: 2, polls: 0, held: 0 }
    onTestFinished(
      followers.add({ pid: 7, runtime: 'Node 24', skips: false, runsAhead: false }, ({ lease, ask }) => {
        if (ask) setImmediate(() => followers.report({ ...idle, lease, ask }))
      }),
    )
    press('esc', 't')
    const timers = () => {
      const top = topOverlay(state())
      return top?.kind === 'clock' ? top.deadlines.filter(({ label }) => label.includes('timer')) : []
    }
    await expect.poll(timers).toEqual([
      { label: 'until a timer of the bot fires (Node 24, process 7)', at },
      { label: 'until a timer of the bot fires (Node 24, process 7)', at: at + 60 },
    ])
  })

  it('chats with a bot, and sees both ways of it', async () => {
    const { press, state, bot } = await stage(open)
    await expect.poll(() => state().open).toBe('greeter')
    press('enter')
    await expect.poll(() => state().conversation.messages.map((one) => one.text)).toEqual(['/start'])
    await bot.drain()
    await bot.ok('sendMessage', { chat_id: state().people[0]!.id, text: 'Hello' })
    await expect.poll(() => state().conversation.messages.map((one) => one.text)).toEqual(['/start', 'Hello'])
    await expect
      .poll(() =>
        state()
          .traffic.filter((one) => one.kind === 'update')
          .map((one) => one.state),
      )
      .toEqual(['confirmed'])
    await expect
      .poll(() => state().traffic.flatMap((one) => (one.kind === 'call' ? [one.call.method] : [])))
      .toContain('sendMessage')
    // What stands open is read.
    await expect.poll(() => state().chats[0]!.unread).toBe(0)
  })

  it('shows a chat that is long already from its first message on', async () => {
    const { emulator, press, state } = await stage(open)
    await emulator.perform('createGroup', { title: 'Team', handle: 'team', owner: 'alice' })
    for (let i = 1; i <= 2000; i++) await emulator.perform('send', { as: 'alice', to: 'team', text: `number ${i}` })
    await expect.poll(() => state().sharedChats.length).toBe(1)
    press('ctrl-o', '"team', 'enter')
    await expect.poll(() => state().conversation.messages.length).toBe(2000)
    press('esc', 'g')
    expect(state().conversation.selected).toBe(1)
  })

  it('sends a file by its path, completed as it is written', async () => {
    const { press, state } = await stage(open)
    const folder = emptyFolder()
    writeFileSync(join(folder, 'letter.txt'), 'words')
    press('enter')
    await expect.poll(() => state().conversation.chat).not.toBeNull()
    press('esc', 'f')
    const form = () => {
      const top = topOverlay(state())
      return top?.kind === 'form' ? top.form : undefined
    }
    press(`"${folder}/le`)
    await expect.poll(() => form()!.paths).toEqual([`${folder}/letter.txt`])
    press('tab')
    await expect.poll(() => form()!.fileKind).toBe('document')
    press('enter', 'enter', 'enter')
    await expect.poll(() => state().conversation.messages.at(-1)?.document?.file_name).toBe('letter.txt')
    await expect.poll(() => state().toast?.text).toBe('sendFile: done')

    // Saved elsewhere, and opened by the machine's own program for it.
    press('esc', 'alt-2', 'end', 's', 'ctrl-u', `"${folder}/copy.txt`, 'enter')
    await expect.poll(() => state().toast?.text).toBe(`Saved as ${folder}/copy.txt.`)
    expect(readFileSync(join(folder, 'copy.txt'), 'utf8')).toBe('words')
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\ncp "$1" ${folder}/seen\n`, { mode: 0o755 })
    const { PATH } = process.env
    process.env.PATH = `${folder}:${PATH}`
    onTestFinished(() => {
      process.env.PATH = PATH
    })
    press('o')
    await expect.poll(() => state().toast?.text).toBe('Opened letter.txt with xdg-open.')
    await expect
      .poll(() => existsSync(join(folder, 'seen')) && readFileSync(join(folder, 'seen'), 'utf8'))
      .toBe('words')
  })

  it('does not open a file that could be a program', async () => {
    const { emulator, press, state } = await stage(open)
    const folder = emptyFolder()
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\ntouch ${folder}/seen\n`, { mode: 0o755 })
    const { PATH } = process.env
    process.env.PATH = `${folder}:${PATH}`
    onTestFinished(() => {
      process.env.PATH = PATH
    })
    press('enter')
    await expect.poll(() => state().conversation.messages).toHaveLength(1)
    for (const name of ['run.sh', 'run.BAT', 'run.command', 'page.html', 'drawing.svg', 'a.txt.desktop', 'letter']) {
      const file = { name, base64: Buffer.from('#!/bin/sh').toString('base64') }
      await emulator.perform('sendFile', { as: 'alice', to: 'greeter', kind: 'document', file })
      await expect.poll(() => state().conversation.messages.at(-1)?.document?.file_name).toBe(name)
      press('esc', 'alt-2', 'end', 'o')
      const refusal = `refused: ${name} was not opened: it could be a program. Press s to save the file instead.`
      await expect.poll(() => state().toast?.text).toBe(refusal)
    }
    expect(existsSync(join(folder, 'seen'))).toBe(false)
  })

  it('opens the page at the same chat and message', async () => {
    const { press, state, url } = await stage(open)
    press('enter')
    await expect.poll(() => state().conversation.messages).toHaveLength(1)
    const folder = emptyFolder()
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > ${folder}/seen\n`, { mode: 0o755 })
    const { PATH } = process.env
    process.env.PATH = `${folder}:${PATH}`
    onTestFinished(() => {
      process.env.PATH = PATH
    })
    press('esc', 'O')
    const address = `${url}/_emulator/#phone=alice%2Fgreeter%2F1&panel=traffic`
    await expect.poll(() => state().toast?.text).toBe(`Opened ${address}`)
    await expect
      .poll(() => existsSync(join(folder, 'seen')) && readFileSync(join(folder, 'seen'), 'utf8'))
      .toBe(address)
    process.env.PATH = '/nowhere'
    press('O')
    await expect.poll(() => state().toast?.text).toBe(`Open ${address} in a browser.`)
  })

  it('shows two people side by side, each with what they see', async () => {
    const { press, state, act, user, session } = await stage(open)
    await user('Bob', { handle: 'bob' })
    await act('createGroup', { owner: 'alice', title: 'Team', handle: 'team', members: ['bob'] })
    session.dispatch({ type: 'resized', columns: 200, rows: 40 })
    await expect.poll(() => state().chats.map(({ handle }) => handle)).toEqual(['team'])
    await expect.poll(() => state().people.map(({ handle }) => handle)).toContain('bob')
    press('esc', '1', 'home', 'enter')
    await expect.poll(() => state().conversation.chat?.handle).toBe('team')
    press('esc', '|', '/', '"bob', 'enter')
    await expect
      .poll(() => [state().me, state().side?.me, state().conversation.chat?.handle])
      .toEqual(['bob', 'alice', 'team'])
    press('esc', 'i', '"hi', 'enter')
    await expect.poll(() => state().side?.conversation.messages.at(-1)?.text).toBe('hi')
    press('esc', 'shift-tab', 'shift-tab')
    expect([state().me, state().side?.me]).toEqual(['alice', 'bob'])
    press('"hello', 'enter')
    await expect.poll(() => state().side?.conversation.messages.at(-1)?.text).toBe('hello')
  })

  it('says what is refused, and why', async () => {
    const { press, state, act } = await stage(open)
    press('enter')
    await expect.poll(() => state().conversation.messages).toHaveLength(1)
    await act('block', { as: 'alice', bot: 'greeter' })
    press('"hello', 'enter')
    await expect.poll(() => state().toast?.text).toMatch(/blocked/)
    expect(state().composer.text).toBe('hello')
  })

  it('keeps what an edit and a reply are about, where they are refused', async () => {
    const { press, state } = await stage(open)
    press('enter')
    await expect.poll(() => state().conversation.messages).toHaveLength(1)
    await expect.poll(() => state().undo.inEffect).toBe(1)
    const long = `"${'x'.repeat(5000)}`
    press('esc', 'e', 'ctrl-u', long, 'enter')
    await expect.poll(() => state().toast?.text).toMatch(/^refused/)
    expect(state().composer).toMatchObject({ text: long.slice(1), editing: 1, replyTo: null })
    press('esc', 'esc', 'r', long, 'enter')
    expect(state().composer.text).toBe('')
    await expect.poll(() => state().composer.text).toBe(long.slice(1))
    expect(state().composer).toMatchObject({ editing: null, replyTo: 1 })
  })

  it('looks at limits, queue and webhook', async () => {
    const { press, state, act } = await stage(open)
    press('enter')
    await expect.poll(() => state().conversation.messages).toHaveLength(1)
    press('esc', 'L')
    const panel = () => state().inspector.panel
    await expect.poll(() => panel()?.limits?.map((one) => one.limit)).toContain('messages_per_second')
    press('u')
    await expect.poll(() => panel()?.updates).toHaveLength(1)
    await act('injectFault', { bot: 'greeter', status: 500 })
    press('F')
    await expect.poll(() => panel()?.faults?.map(({ fired }) => fired)).toEqual([0])
    await act('snapshot', { name: 'early' })
    press('S')
    await expect.poll(() => panel()?.snapshots?.map(({ name }) => name)).toContain('early')
    await act('snapshot', { name: 'late' })
    await expect.poll(() => panel()?.snapshots?.map(({ name }) => name)).toContain('late')
  })

  it('shows the world that was put back, and the one that was emptied', async () => {
    const { press, state, act } = await stage(open)
    press('enter')
    await expect.poll(() => state().conversation.messages).toHaveLength(1)
    await act('snapshot', { name: 'early' })
    press('"later', 'enter')
    await expect.poll(() => state().conversation.messages).toHaveLength(2)
    await act('restore', { name: 'early' })
    await expect.poll(() => state().conversation.messages.map((one) => one.text)).toEqual(['/start'])
    await act('reset')
    await expect.poll(() => state()).toMatchObject({ me: null, open: null, people: [], bots: [], chats: [] })
    await act('createUser', { handle: 'zoe', first_name: 'Zoe' })
    await expect.poll(() => state().me).toBe('zoe')
  })

  it('knows that a bot polls from when its poll waits to its answer', async () => {
    const { press, state, bot } = await stage(open)
    const poll = bot.call('getUpdates', { timeout: 30 })
    await expect.poll(() => state().programs.greeter).toEqual({ isPolling: true })
    press('enter')
    await poll
    await expect.poll(() => state().programs.greeter).toMatchObject({ isPolling: false, hasCalled: true })
  })

  it('knows who polled, and polls, before it came', async () => {
    const { url, client, bot, state } = await stage(open)
    await bot.call('getUpdates', {})
    const poll = bot.call('getUpdates', { timeout: 30 })
    await expect.poll(() => state().programs.greeter?.isPolling).toBe(true)
    const second = createSession({ ...AROUND, client, url })
    await followed(second)
    expect(second.state().programs.greeter).toEqual({
      isPolling: true,
      hasCalled: true,
      isHungUp: false,
      polledMs: expect.any(Number),
    })
    await client.perform('start', { as: 'alice', bot: 'greeter' })
    await poll
  })

  it('shows the calls that were made while the connection was lost', async () => {
    const { bot, url, client } = await stage(open)
    const cuts: (() => void)[] = []
    const cut: typeof client = {
      ...client,
      async *events(query, signal) {
        const own = new AbortController()
        cuts.push(() => own.abort())
        yield* client.events(query, AbortSignal.any([own.signal, ...(signal ? [signal] : [])]))
      },
    }
    const session = createSession({ ...AROUND, client: cut, url })
    await followed(session)
    const { state } = session
    const methods = () => state().traffic.flatMap((one) => (one.kind === 'call' ? [one.call.method] : []))
    await bot.ok('getMe')
    await expect.poll(methods).toEqual(['getMe'])
    cuts[0]?.()
    await expect.poll(() => state().link).toBe('lost')
    await bot.ok('getMe')
    await expect.poll(() => state().link, { timeout: 5000 }).toBe('open')
    await expect.poll(methods).toEqual(['getMe', 'getMe'])
    expect(state().counts).toEqual({ calls: 2, refused: 0 })
  })

  it('is ready to write in the chat where I was', async () => {
    const { url, client } = await stage(open)
    const again = createSession({ ...AROUND, client, url, last: { me: 'alice', open: 'greeter' } })
    await followed(again)
    expect(again.state()).toMatchObject({ open: 'greeter', focus: 'compose' })
  })

  it('remembers who I was and where', async () => {
    const { press, remembered, act } = await stage(open)
    await act('createUser', { handle: 'bob', first_name: 'Bob' })
    press('alt-1', '/', '"greeter', 'enter')
    expect(remembered.at(-1)).toEqual({ me: 'alice', open: 'greeter' })
  })

  it('records what is played, and saves what is made of it', async () => {
    const { press, state } = await stage(open, async (client) => {
      const { length } = await client.view('/bots')
      return {
        lines: async () => ['start', 'send'],
        save: async (file, _, edits) => writeFileSync(file, `${length} at the beginning, ${JSON.stringify(edits)}`),
        replay: async () => ({ failures: { 0: 'It failed.' } }),
      }
    })
    const path = join(emptyFolder(), 'played.yaml')
    press('esc', 'R')
    await expect.poll(() => state().recording).not.toBeNull()
    press('i', 'enter')
    press('"hi', 'enter')
    await expect.poll(() => state().recording?.lines).toEqual(['start', 'send'])
    press('esc', 'T', 'enter')
    await expect.poll(() => state().recording?.failures).toEqual({ 0: 'It failed.' })
    press('d', 'R', 'ctrl-u', `"${path}`, 'enter')
    await expect.poll(() => state().recording).toBeNull()
    expect(readFileSync(path, 'utf8')).toBe('1 at the beginning, {"0":null}')
  })

  it('explores until it is stopped, and opens a failure as a recording', async () => {
    const finding = { kind: 'crash', summary: 'no pizza left', file: 'explored/crash-1.yaml', steps: 1 }
    const budgets: number[] = []
    let isBroken = false
    const { press, state } = await stage(open, undefined, {
      async explore(seconds, signal, onFinding) {
        budgets.push(seconds)
        if (isBroken) throw new Error('The bot did not start.')
        onFinding(finding)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
      open: async (file) => ({
        lines: async () => [`send: { text: ${file} }`],
        save: async () => {},
        replay: async (edits): Promise<Replayed> => ({
          failures: edits[0] === undefined ? { 0: 'no pizza left' } : {},
          calls: { 0: ['sendMessage'] },
        }),
      }),
    })
    press('esc', 'E', 'enter', 'enter')
    await expect.poll(() => state().exploration).toMatchObject({ isRunning: true, findings: [finding] })
    press('enter', 'enter')
    await expect.poll(() => state().exploration?.isRunning).toBe(false)
    press('down', 'enter')
    const shown = {
      lines: ['send: { text: explored/crash-1.yaml }'],
      file: finding.file,
      calls: { 0: ['sendMessage'] },
    }
    await expect.poll(() => state().recording).toMatchObject({ ...shown, failures: { 0: 'no pizza left' } })
    press('d', 'enter')
    await expect.poll(() => state().recording).toMatchObject({ ...shown, failures: {} })
    isBroken = true
    press('E', 'enter', 'enter')
    await expect
      .poll(() => state().exploration)
      .toMatchObject({ isRunning: false, problem: 'The bot did not start.', findings: [] })
    expect(budgets).toEqual([60, 60])
  })

  it('keeps a recording until it is written, writes over nothing unasked, and begins again', async () => {
    const { press, state } = await stage(open, async () => ({
      lines: async () => [],
      save: async (file, flag) => writeFileSync(file, 'played', { flag }),
      replay: async () => ({ failures: {} }),
    }))
    const folder = emptyFolder()
    const there = join(folder, 'there.yaml')
    writeFileSync(there, 'mine')
    press('esc', 'R')
    await expect.poll(() => state().recording).not.toBeNull()
    press('i', 'enter')
    await expect.poll(() => state().conversation.messages).toHaveLength(1)
    const top = () => topOverlay(state())
    const error = () => (top()?.kind === 'save' ? top() : undefined)
    press('esc', 'R', 'ctrl-u', `"${folder}/nowhere/a.yaml`, 'enter')
    await expect.poll(error).toMatchObject({ error: 'The file or its folder does not exist. Check the path.' })
    press('ctrl-u', `"${there}`, 'enter')
    await expect.poll(error).toMatchObject({ error: 'The file already exists. Press Enter again to overwrite it.' })
    expect(readFileSync(there, 'utf8')).toBe('mine')
    press('enter')
    await expect.poll(() => state().recording).toBeNull()
    expect(readFileSync(there, 'utf8')).toBe('played')
    press('R')
    await expect.poll(() => state().recording).not.toBeNull()
  })

  it('undoes what was done, step by step, and does it again', async () => {
    const { press, state } = await stage(open)
    const texts = () => state().conversation.messages.map((one) => one.text)
    press('enter')
    await expect.poll(texts).toEqual(['/start'])
    press('"one', 'enter')
    await expect.poll(texts).toEqual(['/start', 'one'])
    press('"two', 'enter')
    await expect.poll(texts).toEqual(['/start', 'one', 'two'])
    await expect.poll(() => state().undo.inEffect).toBe(3)
    press('esc', 'U')
    await expect.poll(() => state().undo.inEffect).toBe(2)
    await expect.poll(texts).toEqual(['/start', 'one'])
    press('U')
    await expect.poll(() => state().undo.inEffect).toBe(1)
    await expect.poll(texts).toEqual(['/start'])
    press(']')
    await expect.poll(() => state().undo.inEffect).toBe(2)
    await expect.poll(texts).toEqual(['/start', 'one'])
    press(']')
    await expect.poll(() => state().undo.inEffect).toBe(3)
    await expect.poll(texts).toEqual(['/start', 'one', 'two'])
    press(']')
    expect(state().toast?.text).toBe('Nothing to redo.')
  })

  it('goes through the acts of the session, shows each moment read-only, and goes on from there', async () => {
    const { press, state } = await stage(open)
    const texts = () => state().conversation.messages.map((one) => one.text)
    const shown = () => shownState(state()).conversation.messages.map((one) => one.text)
    press('enter')
    await expect.poll(texts).toEqual(['/start'])
    press('"one', 'enter')
    await expect.poll(texts).toEqual(['/start', 'one'])
    press('"two', 'enter')
    await expect.poll(texts).toEqual(['/start', 'one', 'two'])
    await expect.poll(() => state().undo.inEffect).toBe(3)
    press('esc', '[')
    expect(shown()).toEqual(['/start', 'one'])
    expect(await textOf(state())).toContain('read-only: before send "two" (3 of 3)')
    expect(await textOf(state())).not.toMatch(/^┃.* two/m)
    press('[', '[', '[')
    expect(shown()).toEqual([])
    press(']')
    expect(shown()).toEqual(['/start'])
    press('d', 'r', 'U', ':', 'i')
    expect(shown()).toEqual(['/start'])
    press(']', ']')
    expect(state().shownStep).toBeNull()
    expect(shown()).toEqual(['/start', 'one', 'two'])
    press('[', '[', 'esc')
    expect(state().shownStep).toBeNull()
    expect(texts()).toEqual(['/start', 'one', 'two'])
    press('[', '[', 'enter')
    await expect.poll(() => state().undo.inEffect).toBe(1)
    await expect.poll(texts).toEqual(['/start'])
    press(']')
    await expect.poll(() => state().undo.inEffect).toBe(2)
    await expect.poll(texts).toEqual(['/start', 'one'])
  })

  it('undoes each by itself what was done in one breath', async () => {
    const { press, state } = await stage(open)
    const texts = () => state().conversation.messages.map((one) => one.text)
    press('enter', '"one', 'enter', '"two', 'enter')
    await expect.poll(texts).toEqual(['/start', 'one', 'two'])
    await expect.poll(() => state().undo.inEffect).toBe(3)
    press('esc', 'U')
    await expect.poll(texts).toEqual(['/start', 'one'])
    await expect.poll(() => state().undo.inEffect).toBe(2)
    press('U')
    await expect.poll(texts).toEqual(['/start'])
  })

  it('goes to no world that another dashboard has kept in place of its own', async () => {
    const { url, client, press, state } = await stage(open)
    const texts = () => state().conversation.messages.map((one) => one.text)
    press('enter')
    await expect.poll(() => state().undo.inEffect).toBe(1)
    const other = createSession({ ...AROUND, client, url })
    await followed(other)
    for (const stroke of strokesOf('"from the other', 'enter')) other.dispatch({ type: 'stroke', stroke })
    await expect.poll(texts).toEqual(['/start', 'from the other'])
    press('esc', 'U')
    await expect
      .poll(() => state().toast?.text)
      .toBe(
        'refused: The world cannot be restored: another dashboard has replaced the snapshot taken before the action. You can still undo newer actions.',
      )
    expect([texts(), state().undo.inEffect]).toEqual([['/start', 'from the other'], 1])
  })

  it('undoes the recording as one, once it is written', async () => {
    const begin: BeginScenario = async () => ({
      lines: async () => [],
      save: async () => {},
      replay: async () => ({ failures: {} }),
    })
    const { press, state } = await stage(open, begin)
    const texts = () => state().conversation.messages.map((one) => one.text)
    press('enter')
    await expect.poll(texts).toEqual(['/start'])
    press('esc', 'R')
    await expect.poll(() => state().recording).not.toBeNull()
    press('i', '"one', 'enter')
    await expect.poll(texts).toEqual(['/start', 'one'])
    press('"two', 'enter')
    await expect.poll(texts).toEqual(['/start', 'one', 'two'])
    for (const key of ['U', ']']) {
      press('esc', key)
      expect(state().toast?.text).toBe('Undo is off during a recording. Press R to stop and save the recording.')
    }
    press('R', 'enter')
    await expect.poll(() => state().recording).toBeNull()
    press('U')
    await expect.poll(() => state().toast?.text).toBe('undone: the recording')
    await expect.poll(texts).toEqual(['/start'])
  })

  it('says where a copied text went', async () => {
    const { press, state, copied } = await stage(open)
    press('alt-3', 'y')
    await expect
      .poll(() => state().toast?.text)
      .toBe("Sent the command that starts Greeter to the terminal's clipboard.")
    expect(copied).toHaveLength(1)
  })

  it('shows the calls of before, and tells a bot that never came from one that calls', async () => {
    const { bot, state, act, client } = await stage(open)
    await bot.ok('getMe')
    await expect.poll(() => state().counts).toEqual({ calls: 1, refused: 0 })
    const stop = new AbortController()
    const second = createSession({
      client,
      url: '',
      look: PLAIN,
      size: { columns: 120, rows: 40 },
      nowMs: () => 1_800_014_400_000,
      ...NOTHING_OUTSIDE,
    })
    const following = second.follow(stop.signal)
    await expect.poll(() => second.state().counts).toEqual({ calls: 1, refused: 0 })
    expect(second.state().traffic.map((one) => one.kind)).toEqual(['call'])
    await act('createBot', { handle: 'idle', first_name: 'Idle' })
    await expect
      .poll(() => second.state().bots.map((one) => programActivity(second.state(), one).text))
      .toEqual(['never polls', 'not connected'])
    stop.abort()
    await following
  })
})
