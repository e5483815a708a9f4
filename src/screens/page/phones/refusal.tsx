// Refused calls in a chat, and what the traffic knows of a message.

import { causeText } from '../../../control/describe/call.ts'
import { secondOf } from '../../../lib/time-text.ts'
import type { PlacedRefusals } from '../../model/links.ts'
import type { TrafficEntry } from '../../model/traffic-entries.ts'
import { Button, Prose } from '../controls.tsx'
import { linkTo, select, selected, selectionOf } from '../route.ts'
import { msText, Params, Reasons } from '../traffic/call.tsx'

/** One line for equal refused calls. It unfolds the selected one of them, else the last one. */
export function RefusalLine({ calls }: Pick<PlacedRefusals, 'calls'>) {
  const shown = calls.find(({ id }) => id === selected.value?.id)
  const last = calls.at(-1)
  if (!last) return null
  const { method, body } = last.call
  const times = calls.length > 1 ? ` ${calls.length} times` : ''
  return (
    <div class="refused">
      <Button class="link" aria-expanded={shown !== undefined} onClick={() => select(shown ? undefined : last)}>
        <b>
          {method} refused{times}:
        </b>{' '}
        <Prose text={causeText(last.call) || (body.description ?? '')} />
      </Button>
      {shown && <EntryCard entry={shown} />}
    </div>
  )
}

/** A call or an update, with a link to it in the traffic. */
export function EntryCard({ entry }: { entry: TrafficEntry }) {
  const call = entry.kind === 'call' ? entry.call : undefined
  return (
    <div class="call-card">
      <p>
        <a href={linkTo({ panel: 'traffic', ...selectionOf(entry) })}>{call?.method ?? 'update'}</a>{' '}
        <small>
          {secondOf(entry.at)}
          {call && ` · ${msText(call.duration_ms)}`}
        </small>
      </p>
      {call && (
        <>
          <Reasons call={call} />
          <Params call={call} />
        </>
      )}
    </div>
  )
}
