// The mouse: what stands under it is opened, pressed, chosen and scrolled.

import { describe, expect, it } from 'vitest'
import { scrollOfSelected } from '../../../src/screens/old-dashboard/panes/layout.ts'
import { targetAt } from '../../../src/screens/old-dashboard/panes/screen.ts'
import { topOverlay } from '../../../src/screens/old-dashboard/state/change.ts'
import type { PersonChat } from '../../../src/screens/old-dashboard/state/model.ts'
import { playing } from './stage/playing.ts'
import { CHATS, said, scene, WITH_GREETER } from './stage/scene.ts'

const performed = (effects: readonly { do: string }[]) => effects.findLast((effect) => effect.do === 'perform')

describe('a click', () => {
  it('opens a chat, by its name and by its last words, and plays a person', async () => {
    const { point, state } = await playing(scene())
    await point('click', 'Team   ')
    expect([state().open, state().focus]).toEqual(['team', 'compose'])
    await point('click', 'Greeting went out.')
    expect(state().open).toBe('greeter')
    await point('click', 'Carol')
    expect(state().me).toBe('carol')
  })

  it('presses the button that it is on, whatever is chosen', async () => {
    const { point, effects, state } = await playing(scene())
    await point('click', '日本語')
    expect(performed(effects)).toMatchObject({ action: 'press', params: { button: '日本語', message_id: 2 } })
    await point('click', 'Thanks')
    expect(performed(effects)).toMatchObject({ action: 'press', params: { button: 'Thanks', message_id: 2 } })
    expect([state().conversation.selected, state().conversation.button]).toEqual([2, 0])
  })

  it('chooses a message, and a line of the traffic, which it unfolds when clicked again', async () => {
    const { point, state } = await playing(scene())
    await point('click', 'Show me a cat, please. One')
    expect([state().focus, state().conversation.selected]).toEqual(['conversation', 3])
    await point('click', '429 sendMessage')
    expect([state().focus, state().selection.traffic]).toEqual(['traffic', 5])
    expect(state().unfolded).toEqual([])
    await point('click', '429 sendMessage')
    expect(state().unfolded).toHaveLength(1)
  })

  it('chooses a line of the inspector, unfolds it when clicked again, and leaves it from beside it', async () => {
    const wide = await playing(scene(200, 60))
    await wide.press('esc')
    await wide.point('click', 'author')
    expect(wide.state().focus).toBe('inspector')
    const before = wide.text()
    await wide.point('click', 'author')
    expect(wide.text()).not.toBe(before)
    const narrow = await playing(scene(120, 40))
    await narrow.press('esc', '4')
    await narrow.point('click', 'author')
    expect(narrow.state().inspector.line).toBeGreaterThan(0)
    await narrow.point('click', 'you are Alice')
    expect(narrow.state().focus).toBe('conversation')
  })

  it('goes to a pane, and to the composer', async () => {
    const { point, state } = await playing(scene())
    await point('click', '─ traffic')
    expect(state().focus).toBe('traffic')
    await point('click', 'write to Greeter')
    expect(state().focus).toBe('compose')
  })

  it('taps a key of the reply keyboard', async () => {
    const keyboard = [[{ text: 'Yes' }, { text: 'No' }]]
    const chats = [{ ...WITH_GREETER, reply_keyboard: keyboard } as PersonChat, ...CHATS.slice(1)]
    const { point, effects } = await playing({ ...scene(), chats })
    await point('click', 'No  ›')
    expect(performed(effects)).toMatchObject({ action: 'tap', params: { key: 'No' } })
  })

  it('takes a suggestion', async () => {
    const { press, point, state } = await playing(scene())
    await press('/')
    await point('click', 'what I can do')
    expect(state().composer.text).toBe('/help ')
  })

  it('takes a word of the filter away, whichever it is', async () => {
    const { press, point, state, text } = await playing(scene())
    await press('esc', '3', 'up', 'up', 's', 'p', '/', 'end', '" Team', 'enter', '2')
    expect(state().filters.traffic).toBe('status:429 op:sendMessage Team')
    await point('click', 'op sendmessage')
    expect([state().filters.traffic, state().focus]).toEqual(['status:429 Team', 'traffic'])
    await point('click', '/team')
    expect(state().filters.traffic).toBe('status:429')
    await point('click', 'status 429')
    expect(state().filters.traffic).toBe('')
    expect(text()).toContain('ok sendMessage')
  })

  it('does what a hint in the last line names', async () => {
    const { point, state } = await playing(scene())
    await point('click', 'do anything')
    expect(topOverlay(state())?.kind).toBe('palette')
  })

  it('chooses from what lies on top, and closes it from beside it', async () => {
    const { press, point, state } = await playing(scene())
    await press('esc', '+')
    await point('click', 'createGroup')
    expect(topOverlay(state())).toMatchObject({ kind: 'form', form: { action: 'createGroup' } })
    await point('click', 'handle')
    const top = topOverlay(state())
    expect(top?.kind === 'form' && top.form.fields[top.form.at]?.name).toBe('handle')
    await point('click', '─ traffic')
    expect(state().overlays).toEqual([])
  })

  it('does nothing on a frame, on the header, or where nothing stands', () => {
    const state = scene()
    for (const [x, y] of [
      [5, 0],
      [5, 1],
      [5, 37],
      [5, 30],
    ] as const)
      expect(targetAt(state, x, y).target).toEqual({})
  })
})

describe('the wheel', () => {
  it('scrolls what is under it, and leads back to the composer', async () => {
    const { point, state } = await playing(scene())
    await point('up', 'Greeting went out. ')
    expect(state().focus).toBe('chats')
    await point('up', 'Show me a cat, please. One')
    expect(state().focus).toBe('conversation')
    while (state().focus === 'conversation') await point('down', '[photo]')
    expect([state().focus, state().conversation.selected]).toEqual(['compose', null])
    await point('down', '[photo]')
    expect(state().focus).toBe('compose')
  })

  it('scrolls what lies on top', async () => {
    const { press, point, state } = await playing(scene(80, 24))
    await press('esc', '?')
    await point('down', 'all panes')
    expect(topOverlay(state())).toMatchObject({ scroll: 1 })
  })

  it('reads a tall message row by row', async () => {
    const text = Array.from({ length: 50 }, (_, i) => `line ${i + 1}.`).join('\n')
    const state = scene(80, 24)
    const { point, state: now } = await playing({
      ...state,
      toast: null,
      conversation: { ...state.conversation, messages: [said(7, { text })] },
    })
    await point('up', 'line 50.')
    const { from, hidden } = scrollOfSelected(now())
    expect([from, from > 0]).toEqual([hidden, true])
    await point('up', 'line 50.')
    expect(scrollOfSelected(now()).from).toBe(from - 1)
  })
})

it('is left to the terminal by M, and taken back', async () => {
  const { press, state, effects } = await playing({ ...scene(), hasMouse: true })
  await press('esc', 'M')
  expect(state().hasMouse).toBe(false)
  expect(effects.at(-1)).toEqual({ do: 'mouse', isOn: false })
  await press('M')
  expect(effects.at(-1)).toEqual({ do: 'mouse', isOn: true })
})
