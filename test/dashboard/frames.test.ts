// Whole frames on a real terminal's grid, at every size; docs/dashboard.md shows one of them.

import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { State } from '../../src/dashboard/state/state.ts'
import { rowsOf } from '../../src/dashboard/terminal/painter.ts'
import { createRows } from '../../src/dashboard/terminal/rows.ts'
import type { Look } from '../../src/dashboard/terminal/theme.ts'
import { grid } from './grid.ts'
import { CHATS, GREETER, HOSTILE, happen, keys, NO_WEBHOOK, NOON, PLAIN, PROFILE, said, scene } from './scene.ts'

async function shown(state: State) {
  const { columns, rows } = state.size
  const terminal = grid(columns, rows)
  let bytes = ''
  createRows((text) => {
    bytes += text
  }).paint(rowsOf(state))
  await terminal.write(`\u001b[?7l${bytes}`)
  return terminal
}

/** What the rows say, by our own measure. */
const textRows = (state: State) => rowsOf(state).map((row) => stripVTControlCharacters(row).trimEnd())

const textOf = async (state: State) =>
  `${(await shown(state))
    .rows()
    .map((row) => row.trimEnd())
    .join('\n')}\n`

const SIZES = [
  [60, 16],
  [80, 24],
  [120, 40],
  [200, 60],
] as const

const LIMITS = [
  { limit: 'messages_per_second', used: 3, allowed: 30, free_in: 0 },
  { limit: 'messages_per_minute', chat: -501, used: 20, allowed: 20, free_in: 3 },
  { limit: 'chats_per_day', used: 8000, allowed: 10_000, free_in: 0 },
]

/** What may stand on the screen, by name. */
const VIEWS: Record<string, (state: State) => State> = {
  talk: (state) => state,
  buttons: (state) => keys(state, 'tab').state,
  chats: (state) => keys(state, 'shift-tab').state,
  traffic: (state) => keys(state, 'shift-tab', 'shift-tab', 'up', 'up').state,
  refusal: (state) => keys(state, 'shift-tab', 'shift-tab', 'up', 'up', 'enter').state,
  palette: (state) => keys(state, 'esc', ':', '"mute').state,
  form: (state) => keys(state, 'esc', ':', '"mute', 'enter').state,
  limits: (state) =>
    happen(keys(state, 'esc', 'L').state, {
      type: 'bot-looked-at',
      bot: 'greeter',
      panel: { limits: LIMITS, updates: [], deliveries: [] },
    }).state,
  webhook: (state) => {
    const nowMs = state.nowMs
    const url = 'https://bot.example.org/hook'
    const bots = [{ ...GREETER, profile: { ...PROFILE, webhook: { ...NO_WEBHOOK, url, pending_update_count: 1 } } }]
    const error = 'Wrong response from the webhook: 502 Bad Gateway'
    const attempt = { type: 'message', url, attempt: 1, duration_ms: 3 }
    const attempts = [
      { ...attempt, id: 3, at: NOON + 9, update_id: 8, status: 502, error },
      { ...attempt, id: 2, at: NOON + 7, update_id: 7, status: 200, error: null },
    ]
    const events = [...attempts].reverse().map(({ id, at, update_id, status, error }) => {
      return { id: 80 + id, type: 'delivery' as const, at, bot: 'greeter', delivery: id, update_id, status, error }
    })
    const served = happen(
      keys(state, 'esc', 'W').state,
      { type: 'loaded', nowMs, loaded: { bots, service: { allow_local_webhooks: true } } },
      { type: 'events', nowMs, events },
    ).state
    const panel = { limits: [], updates: [{ update_id: 8 }], deliveries: attempts }
    return happen(served, { type: 'bot-looked-at', bot: 'greeter', panel }).state
  },
  first: (state) => ({
    ...state,
    chats: CHATS.slice(1).map((chat) => ({ ...chat, unread: 0, last_message: null })),
    talk: { ...state.talk, chat: null, messages: [] },
    traffic: [],
    polledMs: {},
  }),
  commands: (state) => keys(state, '/').state,
  time: (state) => keys(state, 'esc', 't').state,
  help: (state) => keys(state, 'esc', '?').state,
}

describe.each(SIZES)('at %i x %i', (columns, rows) => {
  it.each(Object.entries(VIEWS))('shows %s', async (name, view) => {
    const state = view(scene(columns, rows))
    await expect(await textOf(state)).toMatchFileSnapshot(`../../fixtures/frames/${columns}x${rows}/${name}.txt`)
  })

  it.each(Object.entries(VIEWS))('gives every row of %s the cells that the terminal gives it', async (_, view) => {
    const state = view(scene(columns, rows))
    const terminal = await shown(state)
    expect(terminal.scrolled()).toBe(0)
    expect(rowsOf(state)).toHaveLength(rows)
    expect(terminal.rows().map((row) => row.trimEnd())).toEqual(textRows(state))
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
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/,
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
      const state = view(scene(columns, rows))
      const terminal = await shown(state)
      expect(rowsOf(state).length).toBeLessThanOrEqual(rows)
      expect(terminal.scrolled()).toBe(0)
      expect(terminal.rows().map((row) => row.trimEnd())).toEqual(
        [...textRows(state), ...Array(rows).fill('')].slice(0, rows),
      )
    }
  })
})

it('says who is there before anything has come', async () => {
  const polling = { ...scene(), traffic: [], polling: { greeter: true } }
  expect(await textOf(polling)).toContain('Greeter is there, and nothing has come')
  expect(await textOf(polling)).not.toContain('No bot has called yet')
})

describe('other looks', () => {
  const LOOKS: Record<string, Look> = {
    'ascii.txt': { ...PLAIN, ascii: true },
    'spoken.txt': { ...PLAIN, spoken: true },
  }

  it.each(Object.entries(LOOKS))('draws %s', async (name, look) => {
    await expect(await textOf(scene(100, 30, look))).toMatchFileSnapshot(`../../fixtures/frames/${name}`)
  })

  it('has plain twins for its own signs', async () => {
    expect(await textOf(VIEWS.time!(scene(120, 40, { ...PLAIN, ascii: true })))).toContain('jump by seconds ~')
  })

  it('writes nothing but ASCII where it is asked to', () => {
    for (const view of Object.values(VIEWS)) {
      const rows = rowsOf(view(scene(120, 40, { ...PLAIN, ascii: true })))
      expect(rows.join('').replace(/\u001b\[[\d;]*m/g, '')).toMatch(/^[ -~]*$/)
    }
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

  it('uses no colour where NO_COLOR is set', () => {
    const rows = rowsOf(scene(120, 40)).join('')
    expect(rows).not.toMatch(/\u001b\[(?:\d+;)*(?:3\d|4\d|9\d)/)
    expect(rows).toMatch(/\u001b\[1m/)
  })
})
