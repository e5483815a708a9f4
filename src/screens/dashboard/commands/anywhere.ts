// Commands that work everywhere, also while a text is written.

import { existsSync } from 'node:fs'
import { batch } from '@preact/signals-core'
import { recordingWarnings } from '../../../control/describe/recording.ts'
import { problemText } from '../../../lib/problem.ts'
import { startCommand } from '../../model/first-steps.ts'
import { labelOf } from '../../model/labels.ts'
import type { Outcome } from '../../model/outcome.ts'
import { openSaveForm } from '../forms/open-form.ts'
import { clockItems, loadTimers } from '../screen/clock.ts'
import { focusPlace } from '../screen/panes.ts'
import { perform } from '../screen/perform.ts'
import { chooseUpdate, repeatUpdate, toggleAfterRestart } from '../screen/replay.ts'
import { copyText, endNotices, notify, openChoices, type Screen, setFilter } from '../screen/screen.ts'
import { updateToRepeat } from '../screen/traffic.ts'
import type { Command } from './command.ts'
import { startFilter } from './lists.ts'
import { openPage } from './messages.ts'
import { nextRefusal, showView } from './traffic.ts'

async function undoOrRedo(screen: Screen, work: () => Promise<Outcome<{ action: string }>>, done: string, hint = '') {
  focusPlace(screen, 'input')
  const outcome = await work()
  endNotices(screen, () => true)
  const name = outcome.ok && outcome.result.action
  const action = screen.model.actions.peek()?.find((one) => one.name === name)
  if (outcome.ok) notify(screen, `${done}: ${action ? labelOf(action).replace('…', '') : name}.${hint}`)
  else notify(screen, problemText(outcome.problem), 'warn')
}

export async function record(screen: Screen) {
  const { model } = screen
  const recording = model.recording.peek()
  if (recording) {
    const outcome = recording.isRunning ? await model.stopRecording() : undefined
    if (outcome && !outcome.ok) return notify(screen, problemText(outcome.problem), 'bad')
    const made = await model.client.recording(recording.id).catch(() => undefined)
    const save = (path: string, flag: 'w' | 'wx') => screen.host.saveRecording(recording.id, path, flag)
    const saved = (path: string) => {
      model.dropRecording()
      endNotices(screen, ({ text }) => text === UNSAVED)
      const command = screen.currentBot.peek()?.delivery.program?.command ?? 'node bot.js'
      const text = `Saved as ${path}. Run it: npx bot-emulator test ${path} --bot '${command}'`
      const warnings = made ? recordingWarnings(made) : []
      notify(screen, [text, ...warnings].join(' '), warnings.length ? 'warn' : 'good')
    }
    if (made?.steps.length !== 0) return openSaveForm(screen, 'Save the recording', freePath('recorded'), save, saved)
    model.dropRecording()
    return notify(screen, 'Nothing was recorded.', 'warn')
  }
  const outcome = await model.beginRecording()
  if (outcome.ok) notify(screen, 'Recording. Ctrl-S stops and saves.')
  else notify(screen, problemText(outcome.problem), 'bad')
}

/** A name that no file has yet. */
function freePath(name: string, count = 1): string {
  const path = `${name}${count > 1 ? `-${count}` : ''}.scenario.yaml`
  return existsSync(path) ? freePath(name, count + 1) : path
}

const UNSAVED = 'The recording is not saved. Ctrl-S saves it; Ctrl-C again quits without it.'

function quit(screen: Screen) {
  const { model, host, notices } = screen
  if (!model.recording.peek() || notices.peek().some(({ text }) => text === UNSAVED)) return host.quit()
  notify(screen, UNSAVED, 'bad')
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

function openClock(screen: Screen) {
  openChoices(screen, 'clock', clockItems, '+48h, tomorrow 9:00, a date')
  void loadTimers(screen.model.client).catch(() => {})
}

function search(screen: Screen) {
  batch(() => {
    focusPlace(screen, 'messages')
    setFilter(screen, 'messages', '')
    startFilter(screen, 'messages')
  })
}

const isOpen = ({ open }: Screen) => open.value !== null

const canUndo = ({ model }: Screen) => model.undoSteps.value.inEffect > 0 && !model.recording.value?.isRunning
const canRedo = ({ model }: Screen) => model.undoSteps.value.inEffect < model.undoSteps.value.steps.length
const undo = (screen: Screen) => void undoOrRedo(screen, screen.model.undo, 'Undone', ' Ctrl-Y brings it back.')
const redo = (screen: Screen) => void undoOrRedo(screen, screen.model.redo, 'Redone')

const isWithoutProgram = ({ currentBot }: Screen) =>
  currentBot.value !== undefined && !currentBot.value.delivery.polling

function copyStart(screen: Screen) {
  const bot = screen.currentBot.peek()
  const what = `the command that starts ${bot?.first_name}`
  if (bot) void copyText(screen, startCommand(screen.model.url.peek(), bot), what)
}

export const anywhereCommands: readonly Command[] = [
  {
    label: 'Copy the command that starts your bot',
    keys: {},
    words: 'token run connect begin start',
    applies: isWithoutProgram,
    run: copyStart,
  },
  {
    label: 'Next refusal, with its cause',
    keys: { anywhere: 'ctrl-g', list: '!' },
    hint: ({ model }) => (model.counts.value.refused > 0 ? 'refusal' : null),
    words: 'error why refused failed crash',
    run: nextRefusal,
  },
  {
    label: "Restart the bot's program",
    keys: { anywhere: 'ctrl-r' },
    hint: (screen) => (runBot(screen) ? 'restart the bot' : null),
    words: 'reload run again',
    run: restart,
  },
  {
    label: 'Give the bot the update again, and compare its calls',
    keys: { anywhere: 'ctrl-n' },
    hint: (screen) => (screen.focus.value !== 'input' && updateToRepeat(screen) ? 'give again' : null),
    words: 'replay repeat again update',
    run: again,
  },
  {
    label: 'Undo',
    keys: { anywhere: 'ctrl-x' },
    hint: (screen) => (canUndo(screen) ? 'undo' : null),
    words: 'back take revert',
    run: undo,
  },
  {
    label: 'Redo',
    keys: { anywhere: 'ctrl-y' },
    hint: (screen) => (canRedo(screen) ? 'redo' : null),
    words: 'again forward',
    run: redo,
  },
  {
    label: 'Clock: freeze, move forward',
    keys: { anywhere: 'ctrl-t' },
    hint: 'clock',
    words: 'time hour day advance skip later date',
    run: openClock,
  },
  {
    label: 'Record what you do as a scenario; stop and save',
    keys: { anywhere: 'ctrl-s' },
    hint: ({ model }) => (model.recording.value ? 'save the recording' : 'record'),
    words: 'test yaml scenario',
    run: (screen) => void record(screen),
  },
  {
    label: 'Drop the recording',
    keys: {},
    words: 'discard delete forget recording',
    applies: ({ model }) => model.recording.value?.isRunning === false,
    run: ({ model }) => model.dropRecording(),
  },
  { label: 'Search the messages', keys: { anywhere: 'ctrl-f' }, words: 'find text', applies: isOpen, run: search },
  {
    label: 'Give the update after each restart of the bot, or stop that',
    keys: { list: '>' },
    words: 'replay watch restart',
    run: afterRestart,
  },
  { label: 'Open the page in a browser', keys: { list: 'O' }, words: 'web', run: (screen) => void openPage(screen) },
  { label: 'Redraw the screen', keys: { always: 'ctrl-l' }, run: ({ host }) => host.redraw() },
  { label: 'Suspend; fg resumes', keys: { always: 'ctrl-z' }, run: ({ host }) => host.suspend() },
  { label: 'Quit', keys: { always: 'ctrl-c' }, words: 'exit end close', run: quit },
]
