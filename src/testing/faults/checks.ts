// The expectations with which a finding's scenario fails.

import type { CallView } from '../../control/contract/traffic.ts'
import { literalText, type WrittenStep } from '../recorder/written-steps.ts'
import { SLOW_MS } from '../scenarios/fault-kinds.ts'
import type { OpenFixture } from '../scenarios/run/fixture.ts'
import type { FaultFinding } from '../scenarios/run/result.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { type SeenMessage, shownByCall } from '../seen/seen.ts'
import { handlesById } from '../worlds/handles.ts'
import { endsBot } from './strike.ts'
import type { Struck, Trial } from './trial.ts'

export interface Written {
  fixture: OpenFixture
  trial: Trial
  struck: Struck
  finding: FaultFinding
  /** The number of the finding among those of its kind. */
  number: number
  out: string
  command: string
  readScenario(file: string): Scenario
  signal: AbortSignal | undefined
}

export interface Check {
  /** How many steps of the scenario come before. */
  until: number
  steps: WrittenStep[]
}

const ANSWERS: WrittenStep = { expectBot: { answers: true } }
const WITHIN = '3s'
/** Waits until the slow call has been carried out. */
const LATE_CALL: WrittenStep = { wait: `${SLOW_MS / 1000 + 1}s` }

/** Returns the checks to try, the plainest first. */
export async function checksOf(written: Written): Promise<Check[]> {
  const { trial, struck } = written
  const { failure, strike, point } = struck
  const until = (strike.step ?? point.step) + 1
  const all = trial.scenario.steps.length
  const after = (steps: WrittenStep[], from = until) => [...new Set([from, all])].map((until) => ({ until, steps }))
  switch (failure?.how) {
    case 'crash':
      return after([{ wait: '1s' }])
    case 'unanswered':
      return after([ANSWERS], endsBot(point) ? until : until + 1)
    case 'differs':
      return [...after(await callCheck(written)), { until: all, steps: screenCheck(written) }]
        .filter(({ steps }) => steps.length)
        .map(({ until, steps }) => ({ until, steps: point.kind === 'slow' ? [LATE_CALL, ...steps] : steps }))
    default:
      return after([])
  }
}

/** Expects the call behind a message: as often as without the fault. */
async function callCheck(written: Written): Promise<WrittenStep[]> {
  const { trial, struck } = written
  const { kind, before, after } = struck.failure?.difference ?? {}
  const message = after ?? before
  if (!message || (kind !== 'more' && kind !== 'missing')) return []
  const usual = trial.baseline().play.calls.filter((call) => isCallOf(call, message))
  const call = usual[0] ?? struck.play.calls.find((call) => isCallOf(call, message))
  if (!call) return []
  const expected = await expectationOf(written, call)
  return [{ expect: kind === 'more' ? { ...expected, times: usual.length } : { ...expected, within: WITHIN } }]
}

function isCallOf(call: CallView, { text, file }: SeenMessage): boolean {
  const shown = shownByCall(call)
  return call.ok && /^send/i.test(call.method) && shown.text === text && shown.file?.kind === file?.kind
}

async function expectationOf(written: Written, { method, params }: CallView) {
  const { chat_id, text, caption } = params
  const texts = Object.entries({ text, caption }).filter(([, value]) => typeof value === 'string')
  return {
    call: method,
    with: {
      chat_id: await handleOf(written, chat_id),
      ...Object.fromEntries(texts.map(([name, value]) => [name, literalText(String(value))])),
    },
  }
}

export const handleOf = async ({ fixture }: Pick<Written, 'fixture'>, id: unknown) =>
  (await handlesById(fixture.client)).get(Number(id)) ?? id

/** Expects the screen to look as without the fault, except for what varies. */
function screenCheck({ trial, struck }: Written): WrittenStep[] {
  const { play, noise } = trial.baseline()
  const { chat, people: [person] = [] } = struck.failure?.difference ?? {}
  const varies = (index: number) => [...noise].some((place) => place.endsWith(` of message ${index + 1}`))
  const screen = play.seen.find((each) => each.chat === chat && each.person === person)
  if (!screen) return []
  const messages = screen.messages.map((each, index) => (varies(index) || each.byPerson ? {} : expectedMessage(each)))
  return [{ expectState: { view: `/users/${person}/chats/${chat}`, with: { messages }, within: WITHIN } }]
}

const expectedMessage = ({ text, file, buttons }: SeenMessage) => ({
  ...(text !== undefined && { [file ? 'caption' : 'text']: literalText(text) }),
  ...(buttons && {
    reply_markup: { inline_keyboard: buttons.map((row) => row.map((text) => ({ text: literalText(text) }))) },
  }),
})
