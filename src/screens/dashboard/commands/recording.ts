// Commands that record what you do: begin, save, drop; and quit.

import { existsSync } from 'node:fs'
import { recordingWarnings } from '../../../control/describe/recording.ts'
import { problemText } from '../../../lib/problem.ts'
import type { Recording } from '../../model/recording.ts'
import { openSaveForm } from '../forms/open-form.ts'
import { endNotices, notify, type Screen } from '../screen/screen.ts'
import type { Command } from './command.ts'

async function record(screen: Screen) {
  const { model } = screen
  const recording = model.recording.peek()
  if (recording) return save(screen, recording)
  const outcome = await model.beginRecording()
  if (outcome.ok) notify(screen, 'Recording. Ctrl-S stops and saves.')
  else notify(screen, problemText(outcome.problem), 'bad')
}

async function save(screen: Screen, { id, isRunning }: Recording) {
  const { model, host, currentBot } = screen
  const outcome = isRunning ? await model.stopRecording() : undefined
  if (outcome && !outcome.ok) return notify(screen, problemText(outcome.problem), 'bad')
  const made = await model.client.recording(id).catch(() => undefined)
  if (made?.steps.length === 0) {
    model.dropRecording()
    return notify(screen, 'Nothing was recorded.', 'warn')
  }
  const write = (path: string, flag: 'w' | 'wx') => host.saveRecording(id, path, flag)
  openSaveForm(screen, 'Save the recording', freePath(), write, (path) => {
    model.dropRecording()
    endNotices(screen, ({ text }) => text === UNSAVED)
    const command = currentBot.peek()?.delivery.program?.command ?? 'node bot.js'
    const text = `Saved as ${path}. Run it: npx bot-emulator test ${path} --bot '${command}'`
    const warnings = made ? recordingWarnings(made) : []
    notify(screen, [text, ...warnings].join(' '), warnings.length ? 'warn' : 'good')
  })
}

/** A name that no file has yet. */
function freePath(count = 1): string {
  const path = `recorded${count > 1 ? `-${count}` : ''}.scenario.yaml`
  return existsSync(path) ? freePath(count + 1) : path
}

const UNSAVED = 'The recording is not saved. Ctrl-S saves it; Ctrl-C again quits without it.'

export function quit(screen: Screen) {
  const { model, host, notices } = screen
  if (!model.recording.peek() || notices.peek().some(({ text }) => text === UNSAVED)) return host.quit()
  notify(screen, UNSAVED, 'bad')
}

export const recordingCommands: readonly Command[] = [
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
]
