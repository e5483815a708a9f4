// Reports how two versions differ: for people, programs, GitHub and the page.

import type { ComparePage, SceneLine } from '../../control/contract/page-data.ts'
import { type Palette, PLAIN } from '../../lib/colours.ts'
import { plural, sanitizeLine } from '../../lib/safe-text.ts'
import { formatSpan } from '../../lib/time-text.ts'
import { annotation } from '../scenarios/report/github.ts'
import { pageFile } from '../scenarios/report/page-file.ts'
import { stepText } from '../scenarios/run/play-steps.ts'
import { lineText } from '../scenarios/run/scene.ts'
import { alignMessages } from '../seen/align-messages.ts'
import { seenLine } from './differences.ts'
import type { Group, Place } from './groups.ts'
import type { CompareResult } from './run-compare.ts'
import type { ToldLine } from './told.ts'

const COLUMN = 36

export function compareSummary({ conversations, differing, duration_ms }: CompareResult): string {
  const verb = differing.length === 1 ? 'differs' : 'differ'
  const count = differing.length ? `${differing.length} of ${plural(conversations, 'conversation')} ${verb}` : ''
  const same = conversations === 1 ? 'The conversation is the same' : `All ${conversations} conversations are the same`
  return `${count || same}. (${formatSpan(duration_ms / 1000)})`
}

const groupTitle = ({ text, places, isSame }: Group): string =>
  sanitizeLine(places.length === 1 ? text : `${text} in ${places.length} places${isSame ? '' : ' like this'}`)

function placeText({ scenario, difference }: Place): string {
  const { name, at, steps } = scenario
  const step = steps[difference.step]
  const where = `${name} (${at.file}:${step?.at.line ?? at.line})`
  return sanitizeLine(step ? `${where}, step ${difference.step + 1}: ${stepText(step)}` : where)
}

export function humanCompareReport(result: CompareResult, paint: Palette = PLAIN): string {
  const parts = result.groups.map((group) => {
    const [first] = group.places as [Place]
    const rows = chatRows(group)
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
  const [was = '', is = ''] = [before, after].map((line) => line && cut(lineText(line)))
  const text = `${was.padEnd(COLUMN)}  ${is}`.trimEnd()
  return differs ? paint('bad', `  ≠ ${text}`) : `    ${text}`
}

const cut = (text: string) => (text.length > COLUMN ? `${text.slice(0, COLUMN - 1)}…` : text)

interface ChatRow {
  before?: ToldLine | undefined
  after?: ToldLine | undefined
  differs: boolean
}

const AROUND = 3

/** Returns the rows of the chat in which the group's first difference is. */
function chatRows({ places, before, after }: Group, around = AROUND): ChatRow[] {
  const [first] = places
  const inChat = ({ lines }: Group['before']) => lines.filter(({ chat }) => chat === first?.difference.chat)
  const [old, now] = [inChat(before), inChat(after)]
  const differing = new Set(places.flatMap(({ difference }) => [difference.before, difference.after]))
  const isDiffering = (line: ToldLine | undefined) => line !== undefined && differing.has(line)
  const rows = alignMessages(old.map(seenLine), now.map(seenLine)).map((pair): ChatRow => {
    const [one, other] = [old[pair.first ?? -1], now[pair.second ?? -1]]
    return { before: one, after: other, differs: isDiffering(one) || isDiffering(other) }
  })
  const at = rows.findIndex(({ differs }) => differs)
  return at === -1 ? [] : rows.slice(Math.max(0, at - around), at + around + 1)
}

export function jsonCompareReport({ conversations, differing, groups, notes, duration_ms }: CompareResult): string {
  const report = {
    conversations,
    different: differing.length,
    duration_ms: Math.round(duration_ms),
    notes,
    differences: groups.map((group) => ({
      text: group.text,
      places: group.places.map(({ scenario: { name, at, steps }, difference: { chat, step } }) => ({
        conversation: name,
        ...(steps[step]?.at ?? at),
        step: step + 1,
        chat,
      })),
      chat: chatRows(group).map(({ before, after, differs }) => ({
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
    const [{ scenario, difference }] = group.places as [Place]
    return annotation('error', scenario.name, [groupTitle(group)], scenario.steps[difference.step]?.at ?? scenario.at)
  })
  return [...errors, compareSummary(result), ''].join('\n')
}

export function htmlCompareReport(result: CompareResult): string {
  const page: ComparePage = {
    kind: 'compare',
    title: compareSummary(result),
    notes: result.notes,
    differences: result.groups.map((group) => ({
      text: groupTitle(group),
      places: group.places.map((place: Place) => placeText(place)),
      rows: chatRows(group, Number.POSITIVE_INFINITY).map(({ before, after, differs }) => ({
        differs,
        ...(before && { before: sceneLine(before) }),
        ...(after && { after: sceneLine(after) }),
      })),
    })),
  }
  return pageFile(page)
}

const sceneLine = ({ step: _, ...line }: ToldLine): SceneLine => ({ ...line, event: 0, at: 0 })
