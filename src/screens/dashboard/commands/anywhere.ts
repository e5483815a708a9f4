// Commands that work everywhere, also while a text is written.

import { batch } from '@preact/signals-core'
import { problemText } from '../../../lib/problem.ts'
import type { Outcome } from '../../model/outcome.ts'
import { openForm } from '../forms/open-form.ts'
import { loadTimers } from '../screen/clock.ts'
import { focusPlace } from '../screen/focus.ts'
import { perform } from '../screen/perform.ts'
import { chooseUpdate, repeatUpdate, toggleAfterRestart } from '../screen/replay.ts'
import { notify, openOverlay, type Screen, topOverlay } from '../screen/screen.ts'
import { updateToRepeat } from '../screen/traffic.ts'
import { EMPTY_INPUT, inputOf } from '../text/input.ts'
import type { Command } from './command.ts'
import { copyText, startCommand } from './copy.ts'
import { showView } from './inspector.ts'
import { startFilter } from './lists.ts'
import { openPage } from './messages.ts'
import { nextRefusal } from './traffic.ts'

async function undoOrRedo(screen: Screen, work: () => Promise<Outcome<{ action: string }>>, done: string) {
  const outcome = await work()
  if (outcome.ok) notify(screen, `${done}: ${outcome.result.action}.`)
  else notify(screen, problemText(outcome.problem), 'warn')
}

export async function record(screen: Screen) {
  const { model } = screen
  const recording = model.recording.peek()
  if (recording) {
    const outcome = recording.isRunning ? await model.stopRecording() : undefined
    if (outcome && !outcome.ok) return notify(screen, problemText(outcome.problem), 'bad')
    return openOverlay(screen, { kind: 'save', input: inputOf('recorded.scenario.yaml'), error: null, file: null })
  }
  const outcome = await model.beginRecording()
  if (outcome.ok) notify(screen, 'Recording. Ctrl-S stops and saves.')
  else notify(screen, problemText(outcome.problem), 'bad')
}

/** The bot whose program the emulator runs. */
const runBot = ({ currentBot, model }: Screen) => {
  const isRun = (bot: typeof currentBot.value) => bot?.delivery.program !== undefined
  return isRun(currentBot.value) ? currentBot.value : model.bots.value.find(isRun)
}

function restart(screen: Screen) {
  const bot = runBot(screen)
  if (!bot)
    return notify(screen, 'The emulator does not run the bot. Pass its command: start --bot "node bot.js"', 'warn')
  void perform(screen, 'restartProgram', { bot: bot.handle }, { success: `Restarting ${bot.first_name}.` })
}

function again(screen: Screen) {
  if (!chooseUpdate(screen)) return
  showView(screen, 'replay')
  void repeatUpdate(screen)
}

function afterRestart(screen: Screen) {
  if (!screen.replay.peek() && !chooseUpdate(screen)) return
  toggleAfterRestart(screen)
  showView(screen, 'replay')
}

function toggleHelp(screen: Screen) {
  if (topOverlay(screen)?.kind === 'help') screen.overlays.value = []
  else openOverlay(screen, { kind: 'help', input: null, at: 0 })
}

function openClock(screen: Screen) {
  openOverlay(screen, { kind: 'clock', input: EMPTY_INPUT, at: 0, error: null })
  void loadTimers(screen.model.client).catch(() => {})
}

function search(screen: Screen) {
  batch(() => {
    focusPlace(screen, 'messages')
    startFilter(screen, 'messages')
  })
}

function toggleMouse(screen: Screen) {
  const { hasMouse, host } = screen
  hasMouse.value = !hasMouse.peek()
  host.setMouse(hasMouse.peek())
  notify(
    screen,
    hasMouse.peek()
      ? 'The dashboard uses the mouse again.'
      : 'The terminal uses the mouse now, so you can select text.',
  )
}

const hasRefusals = ({ model }: Screen) => model.counts.value.refused > 0
const isOpen = ({ open }: Screen) => open.value !== null

export const anywhereCommands: readonly Command[] = [
  {
    label: 'Copy the command that starts your bot',
    keys: {},
    words: 'token run connect begin start',
    applies: ({ currentBot }) => currentBot.value !== undefined && !currentBot.value.delivery.polling,
    run: (screen) => {
      const bot = screen.currentBot.peek()
      if (bot) void copyText(screen, startCommand(screen, bot), `the command that starts ${bot.first_name}`)
    },
  },
  {
    label: 'Do anything',
    keys: { anywhere: 'ctrl-p', list: ':' },
    hint: 'do anything',
    rank: 3,
    run: (screen) => {
      screen.overlays.value = [{ kind: 'palette', input: EMPTY_INPUT, at: 0 }]
    },
  },
  {
    label: 'Help: all keys',
    keys: { always: 'f1', list: '?' },
    hint: 'help',
    rank: 0,
    words: 'keys shortcuts',
    run: toggleHelp,
  },
  {
    label: 'Next refusal, with its cause',
    keys: { anywhere: 'ctrl-g', list: '!' },
    hint: 'refusal',
    rank: 4,
    words: 'error why refused failed',
    applies: hasRefusals,
    run: nextRefusal,
  },
  {
    label: 'Send a photo or file…',
    keys: { list: 'f' },
    applies: isOpen,
    run: (screen) => openForm(screen, 'sendFile', { as: screen.me.peek(), to: screen.open.peek() }),
  },
  { label: 'Search the messages', keys: { anywhere: 'ctrl-f' }, words: 'find text', applies: isOpen, run: search },
  {
    label: 'Clock: freeze, move forward',
    keys: { anywhere: 'ctrl-t' },
    hint: 'clock',
    rank: 8,
    words: 'time hour day advance skip later date',
    run: openClock,
  },
  {
    label: "Restart the bot's program",
    keys: { anywhere: 'ctrl-r' },
    hint: (screen) => (runBot(screen) ? 'restart the bot' : null),
    rank: 5,
    words: 'reload run again',
    run: restart,
  },
  {
    label: 'Undo',
    keys: { anywhere: 'ctrl-x' },
    hint: ({ model }) => (model.undoSteps.value.inEffect > 0 && !model.recording.value?.isRunning ? 'undo' : null),
    rank: 7,
    words: 'back take revert',
    run: (screen) => void undoOrRedo(screen, screen.model.undo, 'Undone'),
  },
  {
    label: 'Redo',
    keys: { anywhere: 'ctrl-y' },
    hint: ({ model }) => (model.undoSteps.value.inEffect < model.undoSteps.value.steps.length ? 'redo' : null),
    rank: 7,
    words: 'again forward',
    run: (screen) => void undoOrRedo(screen, screen.model.redo, 'Redone'),
  },
  {
    label: 'Record what you do as a scenario; stop and save',
    keys: { anywhere: 'ctrl-s' },
    hint: ({ model }) => (model.recording.value ? 'stop and save' : 'record'),
    rank: 9,
    words: 'test yaml scenario',
    run: (screen) => void record(screen),
  },
  {
    label: 'Give the bot the update again, and compare its calls',
    keys: { anywhere: 'ctrl-n' },
    hint: (screen) => (screen.focus.value !== 'input' && updateToRepeat(screen) ? 'give again' : null),
    rank: 6,
    words: 'replay repeat again update',
    run: again,
  },
  {
    label: 'Give the update after each restart of the bot, or stop that',
    keys: { list: '>' },
    words: 'replay watch restart',
    run: afterRestart,
  },
  {
    label: 'Open the page in a browser',
    keys: { list: 'O' },
    words: 'web browser',
    run: (screen) => void openPage(screen),
  },
  {
    label: 'Let the terminal use the mouse, or the dashboard',
    keys: { list: 'M' },
    words: 'mouse select text',
    run: toggleMouse,
  },
  { label: 'New person, bot, group or channel', keys: { list: '+' }, run: newThing },
  { label: 'Redraw the screen', keys: { always: 'ctrl-l' }, run: ({ host }) => host.redraw() },
  { label: 'Suspend; fg resumes', keys: { always: 'ctrl-z' }, run: ({ host }) => host.suspend() },
  { label: 'Quit', keys: { always: 'ctrl-c' }, words: 'exit end close', run: ({ host }) => host.quit() },
]

function newThing(screen: Screen) {
  const create = [
    ['createUser', 'A person'],
    ['createBot', 'A bot'],
    ['createGroup', 'A group'],
    ['createChannel', 'A channel'],
  ] as const
  const items = create.map(([id, label]) => ({ id, parts: [label], run: () => openForm(screen, id) }))
  openOverlay(screen, { kind: 'menu', title: 'new', items, at: 0 })
}
