// What reports consist of: a heading with a bar, parts that unfold, and findings.

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { FindingPage, PageData, PartPage } from '../../../control/contract/page-data.ts'
import { Bar, Button, Form, Prose } from '../controls.tsx'
import { CopyButton } from '../copy-button.tsx'
import { DialogHost } from '../dialog.tsx'
import { Icon } from '../icons.tsx'
import { fragment } from '../route.ts'

interface ReportProps {
  kind: PageData['kind']
  title: string
  /** What the bar below the title shows. */
  parts?: Readonly<Record<string, number>>
  notes: readonly string[]
  children: ComponentChildren
}

export const Report = ({ kind, title, parts, notes, children }: ReportProps) => (
  <main class={`report ${kind}`}>
    <h1>{title}</h1>
    {parts && <Bar parts={parts} />}
    <RunDetails notes={notes} />
    {children}
    <DialogHost />
  </main>
)

/** Where a run came from, in a line that unfolds, and what else there is to say about it. */
const RunDetails = ({ notes: [origin, ...others] }: Pick<ReportProps, 'notes'>) =>
  origin === undefined ? null : (
    <details class="origin dim">
      <summary>
        <span>{origin}</span>
      </summary>
      <Notes notes={others} />
    </details>
  )

export const Notes = ({ notes }: { notes: readonly string[] }) =>
  notes.map((note) => (
    <p key={note} class="dim">
      <Prose text={note} />
    </p>
  ))

export const countsOf = (items: readonly PartPage[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(items, ({ status }) => status)].map(([status, all]) => [status, all.length]))

interface PartsProps<Item> {
  /** What one of the items is: `scenario`. */
  of: string
  items: readonly Item[]
  /** What a status is called, if not by its name. */
  words: Readonly<Record<string, string>>
  /** What comes between the items that failed and the others. */
  afterFailed?: ComponentChildren
  /** Returns undefined for an item without details. */
  draw(item: Item): ComponentChildren
}

/** The parts of a report, with a filter by text and status. */
export function Parts<Item extends PartPage>({ of, items, words, afterFailed, draw }: PartsProps<Item>) {
  const [text, setText] = useState('')
  const [states, setStates] = useState<readonly string[]>([])
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isShown = ({ status, search }: PartPage) =>
    (!states.length || states.includes(status)) && wanted.every((word) => search.includes(word))
  const toggle = (state: string) =>
    setStates(states.includes(state) ? states.filter((each) => each !== state) : [...states, state])
  const count = items.filter(isShown).length
  // The first part is open, and the others say why they failed.
  /** True for a scenario that the table of faults has, unless a filter or a link asks for it. */
  const isInTable = ({ id, status }: PartPage) =>
    afterFailed !== undefined && status === 'weak' && count === items.length && fragment.value !== `#${id}`
  const partsOf = (some: readonly Item[], isOpen = false) =>
    some.map((item, place) => (
      <Part key={item.id} {...item} isHidden={!isShown(item) || isInTable(item)} isOpenFirst={isOpen && place === 0}>
        {draw(item)}
      </Part>
    ))
  const isFailed = ({ status }: PartPage) => status === 'failed'
  function clear() {
    setText('')
    setStates([])
  }
  return (
    <>
      <Form class="filter" onSubmit={() => {}}>
        <input
          type="search"
          placeholder="Filter by name, file or tag"
          aria-label="Filter"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <span class="chips">
          {Object.entries(countsOf(items)).map(([state, count]) => (
            <Button key={state} class={state} aria-pressed={states.includes(state)} onClick={() => toggle(state)}>
              {count} {words[state] ?? state}
            </Button>
          ))}
        </span>
        <small role="status">{count < items.length && `${count} of ${items.length}`}</small>
      </Form>
      {items.length > count && !count && (
        <p class="hint">
          No {of} matches the filter. <Button onClick={clear}>Clear it</Button>
        </p>
      )}
      {partsOf(items.filter(isFailed), !afterFailed)}
      {count === items.length && afterFailed}
      {partsOf(items.filter((item) => !isFailed(item)))}
    </>
  )
}

interface PartProps extends PartPage {
  isHidden: boolean
  isOpenFirst: boolean
  children: ComponentChildren
}

/** A part of a report, with a link to it. Its content is drawn while it is open. */
function Part({ id, name, status, facts, reason, times, isHidden, isOpenFirst, children }: PartProps) {
  const isLinked = fragment.value === `#${id}`
  const [isOpen, setIsOpen] = useState(isOpenFirst)
  useEffect(() => {
    if (!isLinked) return
    setIsOpen(true)
    // Its content is there in the next frame.
    requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView())
  }, [isLinked])
  const title = (
    <>
      <b>{name}</b> <small title={times}>{facts}</small>
      {!isOpen && reason && <span class="bad">{reason}</span>}
    </>
  )
  const shared = { class: `scenario ${status}`, id, hidden: isHidden }
  if (!children)
    return (
      <div {...shared}>
        <p class="plain">{title}</p>
      </div>
    )
  return (
    <details {...shared} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && (
        <>
          <a class="link" href={`#${id}`} aria-label={`Link to: ${name}`}>
            <Icon name="link" />
          </a>
          {children}
        </>
      )}
    </details>
  )
}

/** More lines of a finding are folded. */
const MAX_LINES = 2

export const Findings = ({ findings }: { findings: readonly FindingPage[] }) => (
  <div class="findings">
    {findings.map(({ id, title, lines, first, command, state = '' }, at) => (
      <div key={at} class={`finding ${state}`} id={id}>
        <b>{title}</b>
        {lines.slice(0, MAX_LINES).map(paragraph)}
        {lines.length > MAX_LINES && (
          <details>
            <summary class="dim">and {lines.length - MAX_LINES} more</summary>
            {lines.slice(MAX_LINES).map(paragraph)}
          </details>
        )}
        {first && (
          <p>
            differs as in <a href={`#${first.id}`}>{first.name}</a>
          </p>
        )}
        {command && (
          <div class="row">
            <code>
              <Prose text={command} />
            </code>
            <CopyButton label="Copy command" text={() => command} />
          </div>
        )}
      </div>
    ))}
  </div>
)

const paragraph = (line: string) => <p key={line}>{line}</p>
