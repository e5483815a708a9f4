// The HTML report: one self-contained page with each scenario's conversation and calls.

import type { CallView } from '../../contract/traffic.ts'
import { escapeXml, sanitizeLine } from '../../describe/text.ts'
import { formatSpan } from '../../describe/time.ts'
import { locationText } from '../location.ts'
import type { RunResult, ScenarioResult, StepResult } from '../run/result.ts'
import type { Line } from '../run/scene.ts'
import { SCRIPT, SCRIPT_HASH, STYLE } from './html-assets.ts'
import {
  adviceLines,
  counts,
  coverageLines,
  failureHead,
  flakyText,
  lenientLines,
  outputLines,
  summaryLine,
  troubleLines,
} from './lines.ts'

export function htmlReport(run: RunResult): string {
  const advice = adviceLines(run)
  const trouble = troubleLines(run)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-${SCRIPT_HASH}'">
<title>${escapeXml(summaryLine(run))}</title>
<style>${STYLE}</style>
<h1>${escapeXml(summaryLine(run))}</h1>
<p class="origin">${originHtml(run)}</p>
${trouble.length ? `<pre class="failure">${lines(trouble)}</pre>` : ''}
${[...lenientLines(run), ...run.notes].map((note) => `<p>${escapeXml(note)}</p>`).join('\n')}
${advice.length ? `<section class="advice"><h2>Advice</h2><ul>${advice.map((line) => `<li>${escapeXml(line)}`).join('')}</ul></section>` : ''}
${filterHtml(run)}
${run.scenarios.map(scenarioHtml).join('\n')}
<details class="coverage"><summary>Coverage</summary><pre>${escapeXml(coverageLines(run.coverage).join('\n'))}</pre></details>
<script>${SCRIPT}</script>
</html>
`
}

function originHtml({ started, origin }: RunResult): string {
  const date = `${new Date(started).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const commit = origin?.commit && `commit ${origin.commit.slice(0, 12)}`
  const parts = [escapeXml(date), commit && escapeXml(commit), origin && `<code>${escapeXml(origin.command)}</code>`]
  return parts.filter(Boolean).join(' · ')
}

function filterHtml(run: RunResult): string {
  const states = Object.entries(counts(run)).filter(([, count]) => count > 0)
  const boxes = states.map(
    ([state, count]) => `<label><input type="checkbox" value="${state}"> ${count} ${state}</label>`,
  )
  return `<form class="filter"><input id="text" type="search" placeholder="Filter by name, file or tag" aria-label="Filter">
<span id="states">${boxes.join(' ')}</span> <span id="shown"></span></form>`
}

function scenarioHtml(result: ScenarioResult, i: number): string {
  const { status, name, at, tags, set_ms, duration_ms, failure, flaky, skipped } = result
  const durationText =
    skipped ??
    [formatSpan(duration_ms / 1000), set_ms >= SLOW_START_MS && `${formatSpan(set_ms / 1000)} to start`]
      .filter(Boolean)
      .join(', ')
  const facts = [locationText(at), durationText, flaky && flakyText(result)].filter(Boolean).join(' · ')
  const searchText = sanitizeLine([name, at.file, ...tags].join(' ')).toLowerCase()
  const anchor = `s${i + 1}`
  return `<details class="scenario ${status}${flaky ? ' flaky' : ''}" id="${anchor}" data-name="${escapeXml(searchText)}"${failure ? ' open' : ''}>
<summary><b>${escapeXml(sanitizeLine(name))}</b> <span>${escapeXml(facts)}</span> <a href="#${anchor}" aria-label="address of this scenario">#</a></summary>
${failure ? `<pre class="failure">${lines([...failureHead(result), ...outputLines(result)])}</pre>` : ''}
${rowsOf(result).map(rowHtml).join('\n')}
</details>`
}

/** The shortest preparation of a scenario, which includes the bot's start, that the page mentions. */
const SLOW_START_MS = 100

interface Row {
  step?: StepResult
  scene: string[]
  calls: string[]
}

/** Groups messages and calls by the step during which they happened. */
function rowsOf({ scene, steps, calls, call_events, pictures }: ScenarioResult): Row[] {
  const rows: Row[] = [{ scene: [], calls: [] }, ...steps.map((step) => ({ step, scene: [], calls: [] }))]
  const firstEvents = [
    Number.NEGATIVE_INFINITY,
    ...steps.map(({ status, event }) => (status === 'unreached' ? Infinity : event)),
  ]
  const rowOf = (event: number) => rows[firstEvents.findLastIndex((begin) => begin < event)]
  const from = scene[0]?.at ?? 0
  for (const line of scene) rowOf(line.event)?.scene.push(lineHtml(line, from, pictures))
  for (const [i, call] of calls.entries()) if (isCallShown(call)) rowOf(call_events[i] ?? 0)?.calls.push(callHtml(call))
  return rows.filter(({ step, scene, calls }) => step || scene.length || calls.length)
}

const rowHtml = ({
  step,
  scene,
  calls,
}: Row): string => `<div class="columns"><div class="conversation">${step ? stepHtml(step) : ''}
${scene.join('\n')}</div>
<div class="calls">${calls.join('\n')}</div></div>`

function stepHtml({ text, at, status, duration_ms }: StepResult): string {
  const durationData = status === 'unreached' ? '' : ` data-took="${formatSpan(duration_ms / 1000)}"`
  return `<div class="step ${status}" title="${escapeXml(locationText(at))}"${durationData}><span>${at.line}</span> ${escapeXml(text)}</div>`
}

function lineHtml(line: Line, from: number, pictures: ScenarioResult['pictures']): string {
  const { kind, author, reply_to, bot, text, file, buttons, keys, chat, message_id } = line
  if (kind === 'press')
    return `<div class="notice">${escapeXml(author ?? '')} presses <b class="button">${escapeXml(text ?? '')}</b></div>`
  if (kind === 'delete') return `<div class="notice">message ${message_id} was deleted</div>`
  if (kind === 'notice' || kind === 'act') {
    const by = kind === 'act' && author ? `${author}: ` : ''
    return `<div class="notice">${escapeXml(`${by}${text ?? ''}`)}</div>`
  }
  const pictureUrl = file && pictures?.[file.unique_id]
  const fileHtml = pictureUrl
    ? `<img alt="${escapeXml(file.name)}" src="${escapeXml(pictureUrl)}">`
    : file
      ? `<div class="file">${escapeXml(file.kind)} · ${escapeXml(file.name)}</div>`
      : ''
  return `<div class="bubble ${bot ? 'bot' : 'person'}${kind === 'edit' ? ' edited' : ''}">
<div class="who">${escapeXml(author ?? '')} <small>${escapeXml(chat)} · +${(line.at - from).toFixed(2)} s${kind === 'edit' ? ` · edits message ${message_id}` : ''}</small></div>
${reply_to === undefined ? '' : `<div class="reply">${escapeXml(reply_to)}</div>`}${fileHtml}<div class="text">${escapeXml(text ?? '')}</div>${keyboard('buttons', buttons)}</div>${keyboard('keys', keys)}`
}

function keyboard(kind: 'buttons' | 'keys', rows: Line['buttons']): string {
  if (!rows) return ''
  const each = rows.map(
    (row) => `<div>${row.map((label) => `<span class="button">${escapeXml(label)}</span>`).join('')}</div>`,
  )
  return `<div class="${kind}">${each.join('')}</div>`
}

/** Returns true unless the call is a successful getUpdates, which the page does not show. */
const isCallShown = ({ method, ok }: CallView) => method !== 'getUpdates' || !ok

const lines = (text: readonly string[]) => escapeXml(text.map(sanitizeLine).join('\n'))

function callHtml({ method, status, params, body, why, rule, notes = [], duration_ms }: CallView): string {
  const cause =
    why === undefined ? '' : `<div class="why">${escapeXml(why)} <small>${escapeXml(rule ?? '')}</small></div>`
  const noted = notes.map((note) => `<div class="why">${escapeXml(note)}</div>`).join('')
  const answer = body.ok ? '' : `<div class="refusal">${escapeXml(body.description ?? '')}</div>`
  return `<details class="call ${status === 200 ? 'fine' : 'refused'}"><summary>${escapeXml(method)} <span>${status} · ${duration_ms.toFixed(1)} ms</span>${answer}${cause}${noted}</summary>
<pre>${escapeXml(JSON.stringify(params, null, 2))}</pre><pre>${escapeXml(JSON.stringify(body, null, 2))}</pre></details>`
}
