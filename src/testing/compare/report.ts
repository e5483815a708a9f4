// Reports how two versions differ: for people, programs, GitHub and the page.

import type { ComparedConversation, ComparePage } from '../../control/contract/page-data.ts'
import { type Palette, PLAIN } from '../../lib/colours.ts'
import { plural, sanitizeLine } from '../../lib/safe-text.ts'
import { formatSpan } from '../../lib/time-text.ts'
import { annotation } from '../scenarios/report/github.ts'
import { partId, partPage, worstFirst } from '../scenarios/report/html.ts'
import { originLine } from '../scenarios/report/lines.ts'
import { pageFile } from '../scenarios/report/page-file.ts'
import { stepText } from '../scenarios/run/play-steps.ts'
import { lineText } from '../scenarios/run/scene.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { alignMessages } from '../seen/align-messages.ts'
import { shownFrom } from '../seen/compare-seen.ts'
import { type Difference, seenLine } from './differences.ts'
import type { Group, Place } from './groups.ts'
import type { CompareResult } from './run-compare.ts'
import type { Told, ToldLine } from './told.ts'

const COLUMN = 36

export function compareSummary({ conversations, differing, duration_ms }: CompareResult): string {
  const verb = differing.length === 1 ? 'differs' : 'differ'
  const { length } = conversations
  const count = differing.length ? `${differing.length} of ${plural(length, 'conversation')} ${verb}` : ''
  const same = length === 1 ? 'The conversation is the same' : `All ${length} conversations are the same`
  return `${count || same} (${formatSpan(duration_ms / 1000)})`
}

const placesText = ({ places, isSame }: Group): string =>
  places.length === 1 ? '' : ` in ${places.length} places${isSame ? '' : ' like this'}`

const groupTitle = (group: Group): string => sanitizeLine(group.text + placesText(group))

const LABELS = { more: 'added', missing: 'removed', moved: 'moved', changed: 'changed' } as const

const kindOf = ({ places: [first] }: Group) => first?.difference.kind ?? 'changed'

/** What happened, and to what: `removed: 'Bye'`. */
function labelledTitle(group: Group): string {
  const kind = kindOf(group)
  const isLabelEnough = kind === 'more' || kind === 'missing'
  return `${LABELS[kind]}: ${isLabelEnough ? groupTitle(group).replace(/^(also|no(?! longer)) /, '') : groupTitle(group)}`
}

function stepLine({ scenario: { steps }, difference }: Place): string {
  const step = steps[difference.step]
  return step ? sanitizeLine(`step ${difference.step + 1}: ${stepText(step)}`) : ''
}

const locationOf = ({ scenario: { at, steps }, difference }: Place) => steps[difference.step]?.at ?? at

function whereIs(place: Place): string {
  const { file, line } = locationOf(place)
  return `(${file}:${line})`
}

const placeText = (place: Place): string =>
  [`${sanitizeLine(place.scenario.name)} ${whereIs(place)}`, stepLine(place)].filter(Boolean).join(', ')

export function humanCompareReport(result: CompareResult, paint: Palette = PLAIN): string {
  const parts = result.groups.map((group) => {
    const [first] = group.places as [Place]
    const rows = rowsAround(group)
    return [
      paint('bad', groupTitle(group)),
      `  ${paint('aside', placeText(first))}`,
      '',
      ...(rows.length ? [`    ${paint('title', `${'before'.padEnd(COLUMN)}  after`)}`] : []),
      ...rows.map((row) => columns(row, paint)),
      '',
      '',
    ].join('\n')
  })
  const notes = result.notes.map((note) => `${paint('notice', sanitizeLine(note))}\n`)
  return `${parts.join('')}${notes.join('')}${compareSummary(result)}\n`
}

function columns({ before, after, differs }: ChatRow, paint: Palette): string {
  const [was = '', is = ''] = [before, after].map((line) => line && lineText(line))
  const from = differs && was && is ? shownFrom(was, is, COLUMN) : 0
  const text = `${cut(was, from).padEnd(COLUMN)}  ${cut(is, from)}`.trimEnd()
  return differs ? paint('bad', `  ≠ ${text}`) : `    ${text}`
}

function cut(text: string, from: number): string {
  const shown = from ? `…${text.slice(from)}` : text
  return shown.length > COLUMN ? `${shown.slice(0, COLUMN - 1)}…` : shown
}

type ChatRow = ComparedConversation['rows'][number]

const AROUND = 3

/** Returns the rows around the group's first difference. */
function rowsAround(group: Group): ChatRow[] {
  const differences = group.places.map(({ difference }) => difference)
  const rows = chatRows(group, differences, differences[0]?.chat)
  const at = rows.findIndex(({ differs }) => differs)
  return at === -1 ? [] : rows.slice(Math.max(0, at - AROUND), at + AROUND + 1)
}

/**
 * Returns a chat of the group's first conversation, with the lines of these differences marked. What people did without
 * a message belongs to the chat of the line before.
 */
function chatRows({ before, after }: Group, differences: readonly Difference[], chat: string | undefined): ChatRow[] {
  const inChat = ({ lines }: Told) => {
    let current: string | undefined
    return lines.filter((line) => {
      current = line.chat || current
      return current === chat
    })
  }
  const [old, now] = [inChat(before), inChat(after)]
  const differing = new Set(differences.flatMap((each) => [each.before, each.after]))
  const isDiffering = (line: ToldLine | undefined) => line !== undefined && differing.has(line)
  return alignMessages(old.map(seenLine), now.map(seenLine)).map((pair): ChatRow => {
    const [one, other] = [old[pair.first ?? -1], now[pair.second ?? -1]]
    return { before: one, after: other, differs: isDiffering(one) || isDiffering(other) }
  })
}

export function jsonCompareReport({ conversations, differing, groups, notes, duration_ms }: CompareResult): string {
  const report = {
    conversations: conversations.length,
    different: differing.length,
    duration_ms: Math.round(duration_ms),
    notes,
    differences: groups.map((group) => ({
      text: group.text,
      places: group.places.map((place) => ({
        conversation: place.scenario.name,
        ...locationOf(place),
        step: place.difference.step + 1,
        chat: place.difference.chat,
      })),
      chat: rowsAround(group).map(({ before, after, differs }) => ({
        ...(before && { before: lineText(before) }),
        ...(after && { after: lineText(after) }),
        differs,
      })),
    })),
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

export function githubCompareReport(result: CompareResult): string {
  const errors = result.groups.map((group) => {
    const [first] = group.places as [Place]
    return annotation('error', first.scenario.name, [groupTitle(group)], locationOf(first))
  })
  return [...errors, compareSummary(result), ''].join('\n')
}

export function htmlCompareReport(result: CompareResult): string {
  const { conversations, differing, notes, missing, versions } = result
  const same = conversations.filter((each) => !differing.includes(each))
  const page: ComparePage = {
    kind: 'compare',
    title: compareSummary(result),
    notes: [originLine(result), ...notes],
    versions,
    conversations: worstFirst([
      ...differing.map((each) => comparedPage(each, result)),
      ...missing.map((each) => conversationPage(each, 'unplayed')),
      ...same.map((each) => conversationPage(each, 'passed')),
    ]),
  }
  return pageFile(page)
}

/** Tells the differences that were found first in the conversation in full, and names the others. */
function comparedPage(scenario: Scenario, { groups, differing }: CompareResult): Omit<ComparedConversation, 'id'> {
  const here = groups.flatMap((group) => {
    const places = group.places.filter((place) => place.scenario === scenario)
    const { scenario: first } = group.places[0] as Place
    const isHere = first === scenario
    const elsewhere = isHere ? undefined : { name: sanitizeLine(first.name), id: partId(differing.indexOf(first)) }
    return places.length ? { group, places, first: elsewhere } : []
  })
  const differences = here.flatMap(({ places }) => places.map(({ difference }) => difference))
  const steps = new Set<string>()
  const isFirst = (line: string) => !steps.has(line) && Boolean(steps.add(line))
  const chats = new Set(differences.filter(({ before, after }) => before || after).map(({ chat }) => chat))
  const shown = here.find(({ first }) => !first)?.group
  return {
    ...conversationPage(
      scenario,
      ...(shown ? ['failed'] : ['alike', ...here.map(({ first }) => `differs as in "${first?.name}"`)]),
    ),
    ...(shown && { reason: labelledTitle(shown) }),
    differences: here.map(({ group, places, first }) => {
      // The chat beside it shows what happened to a message.
      const isShown = shown && places.some(({ difference: { before, after } }) => before || after)
      const title = isShown ? LABELS[kindOf(group)] + placesText(group) : groupTitle(group)
      return {
        title,
        lines: places.map((place) => `${stepLine(place)} ${whereIs(place)}`.trimStart()).filter(isFirst),
        first,
      }
    }),
    rows: shown ? [...chats].flatMap((chat) => chatRows(shown, differences, chat)) : [],
  }
}

function conversationPage(scenario: Scenario, status = '', ...facts: string[]): Omit<ComparedConversation, 'id'> {
  const { file, line } = scenario.at
  return { ...partPage(scenario, status, [`${file}:${line}`, ...new Set(facts)]), differences: [], rows: [] }
}
