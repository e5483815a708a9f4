// What the page of a run does by itself: it filters by state and text, and opens the scenario of its address.

import { createHash } from 'node:crypto'

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

/** Nothing else on the page is allowed to run. */
export const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64')
