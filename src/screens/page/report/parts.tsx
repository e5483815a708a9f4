// What reports consist of: a heading with a bar, parts that unfold, and findings.

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Bar, Prose } from '../controls.tsx'
import { DialogHost } from '../dialog.tsx'
import { Icon } from '../icons.tsx'
import { fragment } from '../route.ts'

interface ReportProps {
  title: string
  /** What the bar below the title shows. */
  parts?: Readonly<Record<string, number>>
  notes: readonly string[]
  children: ComponentChildren
}

export const Report = ({ title, parts, notes, children }: ReportProps) => (
  <main class="report">
    <h1>{title}</h1>
    {parts && <Bar parts={parts} />}
    {notes.map((note) => (
      <p key={note} class="dim">
        <Prose text={note} />
      </p>
    ))}
    {children}
    <DialogHost />
  </main>
)

/** The number of parts that are open at first. More would slow down the page. */
export const MAX_OPEN = 10

interface PartProps {
  id: string
  name: string
  /** The class of the colour in which the part is drawn. */
  status: string
  facts?: string
  isHidden?: boolean
  isOpenFirst: boolean
  children: ComponentChildren
}

/** A part of a report, such as a scenario, with a link to it. Its content is drawn while it is open. */
export function Part({ id, name, status, facts, isHidden = false, isOpenFirst, children }: PartProps) {
  const isLinked = fragment.value === `#${id}`
  const [isOpen, setIsOpen] = useState(isOpenFirst)
  useEffect(() => {
    if (!isLinked) return
    setIsOpen(true)
    document.getElementById(id)?.scrollIntoView()
  }, [isLinked])
  return (
    <details
      class={`scenario ${status}`}
      id={id}
      hidden={isHidden}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <b>{name}</b> <small>{facts}</small>
      </summary>
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

interface FindingProps {
  id?: string
  title: string
  lines: readonly string[]
  state?: string
}

/** What went wrong, and lines about it, of which the first is the most important one. */
export const Finding = ({ id, title, lines, state = 'lost' }: FindingProps) => (
  <div class={`finding ${state}`} id={id}>
    <b>{title}</b>
    {lines.map((line, at) => (
      <p key={line} class={at ? 'dim' : ''}>
        {line}
      </p>
    ))}
  </div>
)
