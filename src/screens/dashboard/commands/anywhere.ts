// Commands that work everywhere, also while a text is written.

import { CONTROL_PATH, pageFragment } from '../../../control/contract/addresses.ts'
import { openWithSystem } from '../../../lib/open-with-system.ts'
import { problemText } from '../../../lib/problem.ts'
import { startCommand } from '../../model/first-steps.ts'
import { labelOf } from '../../model/labels.ts'
import type { Outcome } from '../../model/outcome.ts'
import { clockItems, loadTimers } from '../screen/clock.ts'
import { focusPlace } from '../screen/panes.ts'
import { perform } from '../screen/perform.ts'
import { chooseUpdate, repeatUpdate, toggleAfterRestart } from '../screen/replay.ts'
import { copyText, endNotices, notify, openChoices, type Screen, setFilter } from '../screen/screen.ts'
import { chosenEntry, updateToRepeat } from '../screen/traffic.ts'
import type { Command } from './command.ts'
import { startFilter } from './lists.ts'
import { quit, recordingCommands } from './recording.ts'
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
  openChoices(screen, 'clock', (text) => clockItems(screen, text), '+48h, tomorrow 9:00, a date')
  void loadTimers(screen.model.client).catch(() => {})
}

function search(screen: Screen) {
  focusPlace(screen, 'messages')
  setFilter(screen, 'messages', '')
  startFilter(screen, 'messages')
}

async function openPage(screen: Screen) {
  const { me, open, messageId, focus, model } = screen
  const [person, chat, message] = [me.peek(), open.peek(), messageId.peek()]
  const entry = focus.peek() === 'traffic' ? chosenEntry(screen) : undefined
  const phone = { person: person ?? '', ...(chat !== null && { chat }), ...(message !== null && { message }) }
  const call = entry?.kind === 'call' ? { call: entry.call.id } : {}
  const fragment = pageFragment({ phones: person === null ? [] : [phone], panel: 'traffic', ...call })
  const address = `${model.url.peek()}${CONTROL_PATH}/${fragment}`
  notify(screen, (await openWithSystem(address)) ? `Opened ${address}` : `Open ${address} in a browser.`)
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
  ...recordingCommands,
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
