// Refused calls in a chat, and what the traffic knows of a message.

import type { CallView } from '../../../control/contract/traffic.ts'
import { causeText } from '../../../control/describe/call.ts'
import { formatMs, secondOf } from '../../../lib/time-text.ts'
import type { PlacedRefusals } from '../../model/links.ts'
import type { TrafficEntry } from '../../model/traffic-entries.ts'
import { Button, Prose } from '../controls.tsx'
import { linkTo, select, selected, selectionOf } from '../route.ts'
import { Params, Reasons } from '../traffic/call.tsx'

/** One line for equal refused calls. It unfolds the selected one of them, else the last one. */
export function RefusalLine({ calls }: Pick<PlacedRefusals, 'calls'>) {
  const shown = calls.find(({ id }) => id === selected.value?.id)
  const last = calls.at(-1)
  if (!last) return null
  return (
    <div class={shown ? 'refused selected' : 'refused'}>
      <Button class="link" aria-expanded={shown !== undefined} onClick={() => select(shown ? undefined : last)}>
        <RefusalText call={last.call} times={calls.length} />
      </Button>
      {shown && <EntryCard entry={shown} />}
    </div>
  )
}

export function RefusalText({ call, times = 1 }: { call: CallView; times?: number }) {
  return (
    <>
      <b>
        {call.method} refused{times > 1 && ` ${times} times`}:
      </b>{' '}
      <Prose text={causeText(call) || (call.body.description ?? '')} />
    </>
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
          {call && ` · ${formatMs(call.duration_ms)}`}
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
