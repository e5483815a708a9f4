// Refused calls in a chat, and the call of a message.

import { computed } from '@preact/signals'
import type { CallView } from '../../../control/contract/traffic.ts'
import { causeText } from '../../../control/describe/call.ts'
import { quote } from '../../../lib/safe-text.ts'
import { secondOf } from '../../../lib/time-text.ts'
import { messageLinksIn, type PlacedRefusals } from '../../model/links.ts'
import { Facts } from '../controls.tsx'
import { model } from '../emulator.ts'
import { linkTo } from '../route.ts'

export const messageLinks = computed(() => messageLinksIn(model.traffic.value))

export function RefusalLine({ calls }: Pick<PlacedRefusals, 'calls'>) {
  const last = calls.at(-1)
  if (!last) return null
  const { id, method, status, body } = last.call
  return (
    <p class="refused">
      <a href={linkTo({ panel: 'traffic', call: id, update: 0 })}>
        <b>
          {method} was refused{calls.length > 1 && ` ${calls.length} times`} ({status})
        </b>{' '}
        {body.description} <small>{causeText(last.call)}</small>
      </a>
    </p>
  )
}

export function CallCard({ call }: { call: CallView }) {
  const { id, method, at, duration_ms, params } = call
  return (
    <div class="call-card">
      <p>
        <a href={linkTo({ panel: 'traffic', call: id, update: 0 })}>{method}</a>{' '}
        <small>
          {secondOf(at)} · {duration_ms.toFixed(1)} ms
        </small>
      </p>
      <Facts facts={Object.fromEntries(Object.entries(params).map(([name, value]) => [name, quote(value, 200)]))} />
    </div>
  )
}
