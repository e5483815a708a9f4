// Plays a conversation, and tells what people saw in it, step by step.

import type { SceneLine, UndatedLine } from '../../control/contract/page-data.ts'
import type { ProfileView } from '../../control/contract/people.ts'
import { botEndedText } from '../../control/describe/program.ts'
import type { BotSettings } from '../programs/bot-under-test.ts'
import { type OpenFixture, openFixture, type TargetEmulator } from '../scenarios/run/fixture.ts'
import {
  isExpectation,
  namesResult,
  type PeopleSettings,
  playPeople,
  quietSecondsOf,
} from '../scenarios/run/play-people.ts'
import { type Scene, sceneOf } from '../scenarios/run/scene.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { callsAsSeen, type SeenChat } from '../seen/seen.ts'

/** A line of a conversation, without its time and its ids. */
export interface ToldLine extends Omit<UndatedLine, 'message_id'> {
  /** The index of the step that caused the line. */
  step: number
}

/** What people noticed in one play of a conversation. */
export interface Told {
  lines: ToldLine[]
  /** What people see of the bot before they write to it. */
  profile: Record<string, string>
  /** What else is there in the end, such as a pinned message, and calls with an effect that is not a message. */
  rest: SeenChat[]
  /** The steps in which people could not do what the scenario says, for example because a button was missing. */
  leftOut: number[]
  /** How the bot ended, or what it was busy with for too long. */
  end?: { step: number; text: string }
}

interface TellSettings {
  patience: number
  timeout: number
  signal: AbortSignal
}

/** Expectations that are awaited, so that answers of a slow bot come before the next step. */
const AWAITED = new Set(['expect', 'expectReply', 'expectInOrder', 'expectState'])

/** With a clock that the bot follows, each play begins at this time. */
const START = '2030-01-07T12:00:00Z'

/** Opens a version of a bot that runs, on an emulator of its own. */
export async function openVersion(emulator: TargetEmulator, bot: BotSettings, settings: TellSettings) {
  const fixture = await openFixture(emulator, bot)
  return {
    tell(scenario: Scenario): Promise<Told> {
      const clock = (scenario.clock ?? bot.clock) ? { at: START, ...scenario.world.clock } : scenario.world.clock
      return tell(fixture, { ...scenario, world: { ...scenario.world, ...(clock && { clock }) } }, settings)
    },
    close: fixture.close,
  }
}

async function tell(fixture: OpenFixture, scenario: Scenario, settings: TellSettings): Promise<Told> {
  const { client, botUnderTest, eventStream } = fixture
  const ends: { step: number; event: number }[] = []
  let firstEvent = 0
  const people: PeopleSettings = {
    patience: settings.patience,
    timeout: settings.timeout,
    quiet: 0,
    awaits: (step) => AWAITED.has(scenario.steps[step]?.word ?? ''),
    async begin({ beforeScenario }) {
      firstEvent = beforeScenario.event
      if (!botUnderTest.clock()) people.quiet = quietSecondsOf()
    },
    async settle({ bot }, step) {
      // A message has to be read before a later step edits it.
      await eventStream.catchUp()
      ends.push({ step, event: (await client.view('/cursor')).event })
      if (!botUnderTest.clock()) people.quiet = quietSecondsOf({ events: await eventStream.since(firstEvent), bot })
      return false
    },
  }
  const play = await playPeople(fixture, scenario, people, { restart: true, idSet: 0, signal: settings.signal })
  const { bot, seen, events, calls, steps, ending, stuck, output } = play
  const lastStep = ends.at(-1)?.step ?? 0
  const stepOf = (event: number) => ends.find((end) => event <= end.event)?.step ?? lastStep
  const text = ending ? botEndedText(ending, output) : stuck
  const hasBot = await fixture.hasBot(bot)
  return {
    lines: linesOf(sceneOf(events, await client.actions()), stepOf),
    profile: hasBot ? profileOf(await client.view('/bots/:bot/profile', { bot })) : {},
    rest: [...seen.map((chat) => ({ ...chat, messages: [] })), callsAsSeen(bot, calls)].filter(
      ({ state, messages }) => messages.length || Object.keys(state).length,
    ),
    leftOut: scenario.steps.flatMap((step, index) =>
      (isExpectation(step) && !namesResult(step)) || steps[index] ? [] : index,
    ),
    ...(text !== undefined && !scenario.mayStop && { end: { step: lastStep, text } }),
  }
}

function linesOf(scene: Scene, stepOf: (event: number) => number): ToldLine[] {
  const messages = new Map<string, SceneLine>()
  return scene.map((line) => {
    const { event, at: _, message_id, ...shown } = line
    const id = `${line.chat} ${message_id}`
    const deleted = line.kind === 'delete' ? messages.get(id) : undefined
    if (message_id !== undefined) messages.set(id, line)
    const { author, bot, text } = deleted ?? line
    return { step: stepOf(event), ...shown, ...(deleted && { author, bot, text }) } as ToldLine
  })
}

const profileOf = ({ name, description, short_description, commands }: ProfileView): Told['profile'] => ({
  name,
  ...(description && { description }),
  ...(short_description && { 'short description': short_description }),
  ...(commands.length > 0 && {
    commands: commands.map(({ command, description }) => `/${command} ${description}`).join(', '),
  }),
})
