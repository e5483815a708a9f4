// Replays recorded steps with the bot's recorded calls.

import type { Values } from '../../control/client/client.ts'
import { followEvents } from '../../control/client/follow.ts'
import type { ReplayView } from '../../control/contract/recordings.ts'
import { CALL_REFERENCE_PARAMS } from '../../control/describe/fields.ts'
import { fileIn, messageIn } from '../../control/describe/message.ts'
import { regexIn } from '../../lib/compare/regex.ts'
import { errorText } from '../../lib/problem.ts'
import { startNewWorld, type TargetEmulator, worldFor } from '../scenarios/run/fixture.ts'
import { beginPlay, FailedStep, type Play } from '../scenarios/run/play.ts'
import { filledIn, playStep } from '../scenarios/run/play-steps.ts'
import type { Params, Step } from '../scenarios/scenario.ts'
import { idsByName } from '../worlds/handles.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import type { EditedStep } from './edits.ts'
import { isFile, type RecordedStep, type WrittenStep } from './written-steps.ts'

interface RecordedScenario {
  world: WorldFile
  before: readonly WrittenStep[]
  steps: readonly EditedStep[]
  /** Returns the content of a file in the recording by its file_unique_id. */
  file(uniqueId: string): Promise<Uint8Array>
}

const RECORDED_LOCATION = { file: 'the recording', line: 1, column: 1 }
const WAIT_SECONDS = 1

export async function replay(
  emulator: TargetEmulator,
  { world, before, steps, file }: RecordedScenario,
): Promise<ReplayView['failures']> {
  const { client } = emulator
  const played = worldFor({ world, at: RECORDED_LOCATION })
  const created = await startNewWorld(client, played.world, RECORDED_LOCATION.file)
  const eventStream = await followEvents(client)
  const play = await beginPlay({ client, eventStream }, played.bot, created, { defaultWaitSeconds: WAIT_SECONDS })
  const { signal } = new AbortController()
  const failures: ReplayView['failures'] = {}
  try {
    await client.perform('freezeClock')
    // Sets the clock first, so that the steps of `before` aren't dated later than the first recorded step.
    if (steps[0]) await client.perform('setClock', { at: steps[0].event.at })
    for (const step of before) await playStep(play, stepOf(step), signal)
    for (const { index, event, note, read } of steps) {
      try {
        const step = stepOf(read())
        await client.perform('setClock', { at: event.at })
        if (event.type === 'call' && step.word === 'expect') await repeatCall(play, emulator, { event, step, file })
        await playStep(play, step, signal)
      } catch (error) {
        failures[index] = note ? `${note}\n${failureText(error)}` : failureText(error)
      }
    }
    return failures
  } finally {
    eventStream.stop()
  }
}

function stepOf({ as, refused, ...rest }: WrittenStep): Step {
  const [word = '', params = {}] = Object.entries(rest)[0] ?? []
  return {
    word,
    params: params as Params,
    ...(typeof as === 'string' && { as }),
    ...((refused === true || typeof refused === 'string') && { refused }),
    at: RECORDED_LOCATION,
    path: [],
  }
}

const failureText = (error: unknown) =>
  error instanceof FailedStep ? [error.message, ...error.details].join('\n') : errorText(error)

interface Call {
  event: RecordedStep['event'] & { type: 'call' }
  step: Step
  file: RecordedScenario['file']
}

/** Repeats the call with the parameters of the edited step and the ids of the replay's world. */
async function repeatCall(play: Play, { client, url }: TargetEmulator, { event: { call }, step, file }: Call) {
  const bots = await client.view('/bots')
  const bot = bots.find(({ handle }) => handle === call.bot)
  if (!bot) throw new FailedStep(`The bot ${call.bot} was removed.`)
  play.bot = bot.handle
  play.botId = bot.id
  const ids = await idsByName(client)
  const expectedParams = filledIn(play, step.params.with) as Values
  const params: Record<string, unknown> = { ...call.params }
  for (const [name, value] of Object.entries(expectedParams)) {
    if (typeof value === 'string' && regexIn(value)) continue
    params[name] = CALL_REFERENCE_PARAMS.includes(name) ? (ids.get(String(value)) ?? value) : value
  }
  const sentFile = fileIn(messageIn(call.body.result))
  const form = new FormData()
  for (const [name, value] of Object.entries(params)) {
    if (isFile(value))
      form.append(name, new Blob([sentFile ? await file(sentFile.unique_id) : '']), sentFile?.name ?? 'file')
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  await fetch(`${url}/bot${bot.token}/${call.method}`, { method: 'POST', body: form })
}
