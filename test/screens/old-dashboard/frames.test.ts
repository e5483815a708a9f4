// Whole frames on a real terminal's grid, at every size; docs/dashboard.md shows one of them.
// They are written anew by: npx vitest run test/screens/old-dashboard/frames.test.ts --update

import stringWidth from 'string-width'
import { describe, expect, it, onTestFinished } from 'vitest'
import { NO_CONVERSATION } from '../../../src/screens/old-dashboard/state/initial-state.ts'
import type { State } from '../../../src/screens/old-dashboard/state/state.ts'
import type { Look } from '../../../src/screens/old-dashboard/text/style.ts'
import { CHATS, HOSTILE, happen, keys, PLAIN, said, scene } from './stage/scene.ts'
import { mounted, textOf } from './stage/shown.tsx'
import { VIEWS } from './stage/views.ts'

const shown = async (state: State) => {
  const screen = await mounted(state, state.size.columns, state.size.rows)
  onTestFinished(() => screen.close())
  return screen
}

const SIZES = [
  [60, 16],
  [80, 24],
  [120, 40],
  [200, 60],
] as const

describe.each(SIZES)('at %i x %i', (columns, rows) => {
  it.each(Object.entries(VIEWS))('shows %s', async (name, view) => {
    const state = view(scene(columns, rows))
    await expect(await textOf(state)).toMatchFileSnapshot(`../../../fixtures/frames/${columns}x${rows}/${name}.txt`)
  })

  it.each(['dark', 'light'] as const)('shows all colours in a %s terminal; cat draws the file', async (theme) => {
    const look: Look = { ...PLAIN, colours: 'full', theme }
    const bytes = (await shown(keys(scene(columns, rows, look), 'tab').state)).bytes()
    const frame = bytes.replace(/\u001b\[(?![\d;]*m)[\d;?]*[A-Za-z]/g, '')
    await expect(frame).toMatchFileSnapshot(`../../../fixtures/frames/${columns}x${rows}/${theme}.ansi`)
  })

  it('keeps hostile text in its cell', async () => {
    const names = { id: 201, handle: 'greeter', first_name: HOSTILE, is_bot: true }
    const message = { ...said(6, { text: `${HOSTILE}\n${HOSTILE}` }), author: names }
    const event = { id: 99, type: 'message' as const, at: 1, bot: 'greeter', chat: 101, message_id: 6, message }
    const calm = scene(columns, rows)
    const { state } = happen(calm, { type: 'events', events: [event], nowMs: calm.nowMs })
    const terminal = await shown(state)
    expect(terminal.title()).toBe('')
    expect(terminal.scrolled()).toBe(0)
    const edges = (row: string) => [...row].filter((char) => '│┃╭╮╰╯┏┓┗┛'.includes(char)).length
    const quiet = (await shown(calm)).rows()
    const seen = terminal.rows()
    // The frames of the panes stand where they stood, on every row between the first and the last of them.
    const [first, last] = [1, quiet.findLastIndex((row) => /[╰┗]/.test(row))]
    for (let y = first; y <= last; y++)
      expect([y, edges(seen[y]!.replace(/│ Alice/, ''))]).toEqual([y, edges(quiet[y]!.replace(/│ Alice/, ''))])
    expect(seen.join('\n')).toContain('a␍b␈␇c')
    expect(seen.join('\n')).not.toMatch(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/,
    )
  })
})

describe('any size at all', () => {
  it.each([
    [1, 1],
    [5, 3],
    [20, 6],
    [59, 15],
    [79, 10],
    [119, 12],
    [500, 8],
  ])('never has more rows or cells than %i x %i', async (columns, rows) => {
    for (const view of Object.values(VIEWS)) {
      const terminal = await shown(view(scene(columns, rows)))
      expect(terminal.scrolled()).toBe(0)
      expect(terminal.bytes()).not.toContain('\u001b[2J')
      expect(terminal.rows()).toHaveLength(rows)
    }
  })
})

it('shows refusals at every width: how many in the header, the latest below where the traffic is out of sight', async () => {
  for (const [columns, rows] of SIZES) {
    const text = await textOf(scene(columns, rows))
    expect(text.split('\n')[0]).toContain('1 refused')
    if (columns < 120) expect(text).toContain('refused: greeter calls sendMessage, 429')
  }
})

it.each([80, 100, 120])('keeps the words of its first line apart at %i columns, and all of them', async (columns) => {
  const state = scene(columns, 30)
  const clock = { ...state.clock, frozen: false, now: state.clock.now + 34 * 3600 }
  const programs = { greeter: { hasCalled: true, polledMs: state.nowMs - 41_000 } }
  const { state: recording } = happen({ ...state, clock, programs }, { type: 'recording' })
  const firstOf = async (one: State) => (await textOf(one)).split('\n')[0]
  expect(await firstOf(recording)).toMatch(/@greeter_bot stopped polling 41 s ago .* 1 refused {2}clock /)
  const bots = state.bots.map((bot) => ({ ...bot, username: 'the_longest_of_all_names_bot' }))
  expect(await firstOf({ ...recording, bots })).toMatch(/\S +1 refused {2}clock /)
})

it('gives every person a colour of her own', async () => {
  const bob = { id: 102, handle: 'bob', first_name: 'Bob', is_bot: false }
  const team = [said(1, { text: 'a' }), { ...said(2, { text: 'b' }), author: bob }, said(3, { text: 'c' })]
  const coloured = {
    ...scene(120, 40, { ...PLAIN, colours: 'full' as const }),
    conversation: { ...NO_CONVERSATION, messages: team },
  }
  const bytes = (await shown(coloured)).bytes()
  const named = /38;2;(\d+;\d+;\d+)m(?:\u001b\[[\d;]*m)*(Greeter|Bob)(?! used)/g
  const colours = [...bytes.matchAll(named)].map(([, colour, name]) => [name, colour])
  expect(new Set(colours.map(([name]) => name))).toEqual(new Set(['Greeter', 'Bob']))
  expect(new Set(colours.map(String)).size).toBe(2)
})

it('draws its first frame without panes, and all of them once the emulator has answered', async () => {
  const state = { ...scene(), link: 'opening' as const }
  const first = await textOf({ ...state, people: [], bots: [] })
  expect(first).toContain('connecting')
  expect(first).not.toMatch(/[╭┏│┃]/)
  expect(await textOf(state)).toContain('you are Alice')
})

it('has what the palette says in one column, however wide the names are', async () => {
  const { state } = keys(scene(120, 40), 'ctrl-o', '"opens')
  const rows = (await textOf(state)).split('\n').filter((row) => row.includes('Opens the'))
  const cells = rows.map((row) => stringWidth(row.slice(0, row.indexOf('Opens the'))))
  expect([rows.length > 2, new Set(cells).size]).toEqual([true, 1])
})

it('says that one is no member, rather than that nothing was said', async () => {
  const left = { ...scene(), open: 'tokyo', chats: CHATS.slice(0, 2), conversation: { ...NO_CONVERSATION, chat: null } }
  expect(await textOf(left)).toContain('You are not a member of 東京の猫')
})

it('says who is there before anything has come', async () => {
  const polling = { ...scene(), traffic: [], programs: { greeter: { isPolling: true } } }
  expect(await textOf(polling)).toContain('Greeter is connected. Write to it')
  expect(await textOf(polling)).not.toContain('No bot has called yet')
})

describe('other looks', () => {
  const LOOKS: Record<string, Look> = {
    'ascii.txt': { ...PLAIN, ascii: true },
    'spoken.txt': { ...PLAIN, isSpoken: true },
  }

  it.each(Object.entries(LOOKS))('draws %s', async (name, look) => {
    await expect(await textOf(scene(100, 30, look))).toMatchFileSnapshot(`../../../fixtures/frames/${name}`)
  })

  it('draws in ASCII whatever is ours, and leaves what people wrote as it is', async () => {
    const OURS = /[│┃╭╮╰╯┏┓┗┛─━●→←↪⊤↗▸▾‹›█░▁-▇·▌▏]/
    for (const view of Object.values(VIEWS))
      expect(await textOf(view(scene(120, 40, { ...PLAIN, ascii: true })))).not.toMatch(OURS)
    expect(await textOf(scene(120, 40, { ...PLAIN, ascii: true }))).toContain('猫です')
  })

  it('says the same without a colour as with all of them', async () => {
    for (const view of Object.values(VIEWS)) {
      const [plain, coloured] = await Promise.all([
        textOf(view(scene(120, 40))),
        textOf(view(scene(120, 40, { ...PLAIN, colours: 'full' }))),
      ])
      // Only the picture needs colours.
      expect(
        coloured
          .replace(/▀+/g, '')
          .split('\n')
          .filter((row) => !row.includes('▀')).length,
      ).toBeGreaterThan(0)
      for (const word of ['refused', 'edited', 'Greeter', '> '])
        expect(coloured.includes(word)).toBe(plain.includes(word))
    }
  })

  it('uses no colour where there is to be none, and attributes all the same', async () => {
    const bytes = (await shown(keys(scene(120, 40), 'tab').state)).bytes()
    expect(bytes).not.toMatch(/\u001b\[(?:\d+;)*(?:3\d|4\d|9\d)m/)
    for (const attribute of ['\u001b[1m', '\u001b[2m', '\u001b[7m']) expect(bytes).toContain(attribute)
  })
})
