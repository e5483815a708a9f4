// The script and the stylesheet of the HTML report.

import { createHash } from 'node:crypto'

/**
 * The script of the report. It filters the scenarios by status and text, and opens the scenario that the URL's fragment
 * names.
 */
export const SCRIPT = `
const all = [...document.querySelectorAll('.scenario')]
const text = document.querySelector('#text')
const states = [...document.querySelectorAll('#states input')]
function filter() {
  const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean)
  const wanted = states.filter((each) => each.checked).map((each) => each.value)
  let shown = 0
  for (const each of all) {
    const name = each.dataset.name
    const fits = (!wanted.length || wanted.some((state) => each.classList.contains(state))) && words.every((word) => name.includes(word))
    each.hidden = !fits
    if (fits) shown++
  }
  document.querySelector('#shown').textContent = shown + ' of ' + all.length
}
function open() {
  const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target) { target.open = true; target.scrollIntoView() }
}
text.addEventListener('input', filter)
for (const each of states) each.addEventListener('change', filter)
addEventListener('hashchange', open)
filter()
open()
`

/** The hash of the script for the page's Content-Security-Policy, which blocks any other script. */
export const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64')

export const STYLE = `
:root { color-scheme: light dark; --line: #8885; --bad: light-dark(#c62828, #ff7b72); --good: light-dark(#2e7d32, #57ab5a); --bot: #8882; --person: #2979ff33 }
* { box-sizing: border-box }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem }
.origin, .origin code { overflow-wrap: anywhere; opacity: .75 }
.filter { align-items: center; display: flex; flex-wrap: wrap; gap: .4rem .8rem; margin: 1rem 0 } .filter input[type=search] { flex: 1 1 14rem; font: inherit; min-width: 0; padding: .3rem .5rem }
h1, summary { overflow-wrap: anywhere } summary { cursor: pointer } summary span, small { opacity: .65 }
.scenario[hidden] { display: none }
.scenario { content-visibility: auto; contain-intrinsic-size: auto 3rem; border: 1px solid var(--line); border-left: 4px solid var(--good); border-radius: 6px; margin: .6rem 0; padding: .5rem .8rem }
.scenario.flaky { border-left-color: #b8860b }
.scenario.failed { border-left-color: var(--bad) } .scenario.skipped, .scenario.unplayed { border-left-color: #999; opacity: .7 }
pre { background: #8881; border-radius: 6px; overflow-x: auto; padding: .6rem; white-space: pre-wrap; overflow-wrap: anywhere }
.failure { border-left: 3px solid var(--bad) }
.columns { display: grid; gap: 1rem; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr) }
@media (max-width: 50rem) { .columns { grid-template-columns: minmax(0, 1fr) } }
.conversation { display: flex; flex-direction: column; gap: .35rem }
.bubble { background: var(--bot); border-radius: 12px; max-width: 85%; padding: .45rem .8rem; align-self: flex-end; overflow-wrap: anywhere }
.bubble.person { background: var(--person); align-self: flex-start }
.reply { border-left: 3px solid var(--line); font-size: .85em; opacity: .75; padding-left: .5rem }
.bubble.edited { border: 1px dashed var(--line) }
.text { white-space: pre-wrap } .who { font-size: .85em; font-weight: 600 } .notice { align-self: center; font-size: .85em; opacity: .75 }
img { border-radius: 8px; display: block; max-height: 18rem; max-width: 100% }
.button { border: 1px solid var(--line); border-radius: 6px; display: inline-block; margin: .2rem .2rem 0 0; padding: .1rem .6rem }
.keys .button { border-style: dashed }
.step { border-top: 1px dotted var(--line); font: 12px ui-monospace, monospace; opacity: .7; overflow-wrap: anywhere; padding-top: .2rem }
.step[data-took]::after { content: attr(data-took); float: right; opacity: .7; padding-left: .5rem }
.step.failed { color: var(--bad); font-weight: 700; opacity: 1 } .step.failed::before { content: "✗ " } .step.unreached { opacity: .4 }
.call { border-bottom: 1px solid var(--line); font-size: .9em; padding: .25rem 0 }
.call.refused > summary { color: var(--bad) } .why { font-style: italic }
`
