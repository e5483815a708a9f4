// One page that needs nothing else: each scenario as a conversation with its calls beside it.

import type { CallView } from '../../contract/traffic.ts'
import { placeText } from '../place.ts'
import type { RunResult, ScenarioResult, StepResult } from '../run/result.ts'
import type { Line } from '../run/scene.ts'
import { cleanLine } from './clean.ts'
import { coverageLines } from './coverage-lines.ts'
import { failureHead, outputLines } from './failure-lines.ts'
import { STYLE } from './html-style.ts'
import { lenientLines } from './lenient-lines.ts'
import { adviceLines, flakyText, span, summaryLine, troubleLines } from './summary.ts'
import { xml } from './xml.ts'

export function htmlReport(run: RunResult): string {
  const advice = adviceLines(run)
  const trouble = troubleLines(run)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${xml(summaryLine(run))}</title>
<style>${STYLE}</style>
<h1>${xml(summaryLine(run))}</h1>
${trouble.length ? `<pre class="failure">${lines(trouble)}</pre>` : ''}
${[...lenientLines(run), ...run.notes].map((note) => `<p>${xml(note)}</p>`).join('')}
${advice.length ? `<section class="advice"><h2>Advice</h2><ul>${advice.map((line) => `<li>${xml(line)}`).join('')}</ul></section>` : ''}
${run.scenarios.map(scenarioHtml).join('\n')}
<details class="coverage"><summary>Coverage</summary><pre>${xml(coverageLines(run.coverage).join('\n'))}</pre></details>
</html>
`
}

function scenarioHtml(result: ScenarioResult): string {
  const { status, name, at, duration_ms, failure, flaky, skipped } = result
  const took = skipped ?? (flaky ? `${span(duration_ms)} · ${flakyText(result)}` : span(duration_ms))
  return `<details class="scenario ${status}"${failure ? ' open' : ''}>
<summary><b>${xml(cleanLine(name))}</b> <span>${xml(placeText(at))} · ${xml(took)}</span></summary>
${failure ? `<pre class="failure">${lines([...failureHead(result), ...outputLines(result)])}</pre>` : ''}
<div class="columns"><div class="conversation">${conversation(result)}</div>
<div class="calls">${result.calls.filter(isTold).map(callHtml).join('\n')}</div></div>
</details>`
}

/** A step stands before what happened after it had begun. */
function conversation({ scene, steps, pictures }: ScenarioResult): string {
  const parts: { event: number; html: string }[] = [
    ...scene.map((line) => ({ event: line.event, html: lineHtml(line, pictures) })),
    ...steps.map((step) => ({ event: step.status === 'unreached' ? Infinity : step.event, html: stepHtml(step) })),
  ]
  const places = new Map(parts.map((part, i) => [part, i]))
  return parts
    .sort((a, b) => (a.event === b.event ? 0 : a.event - b.event) || places.get(a)! - places.get(b)!)
    .map(({ html }) => html)
    .join('\n')
}

function stepHtml({ text, at, status }: StepResult): string {
  return `<div class="step ${status}" title="${xml(placeText(at))}"><span>${at.line}</span> ${xml(text)}</div>`
}

function lineHtml(line: Line, pictures: ScenarioResult['pictures']): string {
  const { kind, author, bot, text, file, buttons, keys, chat, message_id } = line
  if (kind === 'press')
    return `<div class="notice">${xml(author ?? '')} presses <b class="button">${xml(text ?? '')}</b></div>`
  if (kind === 'delete') return `<div class="notice">message ${message_id} was deleted</div>`
  if (kind === 'notice' || kind === 'act')
    return `<div class="notice">${xml([author, text].filter(Boolean).join(': '))}</div>`
  const picture = file && pictures?.[file.unique_id]
  const shown = picture
    ? `<img alt="${xml(file.name)}" src="${xml(picture)}">`
    : file
      ? `<div class="file">${xml(file.kind)} · ${xml(file.name)}</div>`
      : ''
  return `<div class="bubble ${bot ? 'bot' : 'person'}${kind === 'edit' ? ' edited' : ''}">
<div class="who">${xml(author ?? '')} <small>${xml(chat)}${kind === 'edit' ? ` · edits message ${message_id}` : ''}</small></div>
${shown}<div class="text">${xml(text ?? '')}</div>${keyboard('buttons', buttons)}</div>${keyboard('keys', keys)}`
}

function keyboard(kind: 'buttons' | 'keys', rows: Line['buttons']): string {
  if (!rows) return ''
  const each = rows.map(
    (row) => `<div>${row.map((label) => `<span class="button">${xml(label)}</span>`).join('')}</div>`,
  )
  return `<div class="${kind}">${each.join('')}</div>`
}

/** That a bot has asked for its updates goes without saying. */
const isTold = ({ method, ok }: CallView) => method !== 'getUpdates' || !ok

const lines = (text: readonly string[]) => xml(text.map(cleanLine).join('\n'))

function callHtml({ method, status, params, body, why, rule, notes = [], duration_ms }: CallView): string {
  const cause = why === undefined ? '' : `<div class="why">${xml(why)} <small>${xml(rule ?? '')}</small></div>`
  const noted = notes.map((note) => `<div class="why">${xml(note)}</div>`).join('')
  const answer = body.ok ? '' : `<div class="refusal">${xml(body.description ?? '')}</div>`
  return `<details class="call ${status === 200 ? 'fine' : 'refused'}"><summary>${xml(method)} <span>${status} · ${duration_ms.toFixed(1)} ms</span>${answer}${cause}${noted}</summary>
<pre>${xml(JSON.stringify(params, null, 2))}</pre><pre>${xml(JSON.stringify(body, null, 2))}</pre></details>`
}
