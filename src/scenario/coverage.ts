// What a run has exercised of the service, and of the bot's own buttons.

import type { EventOf, EventView } from '../contract/events.ts'
import type { CallView } from '../contract/traffic.ts'
import { buttonsOf } from '../describe/message.ts'
import { escapeRegex } from '../lib/compare/regex.ts'
import { OPERATION_NAMES, OWN_NAMES } from '../spec/operation-names.ts'
import { REFUSALS } from '../spec/refusals.ts'
import { UPDATE_TYPES } from '../spec/update-types.ts'

export interface Count {
  name: string
  count: number
}

/** What varies in a description stands in braces. */
interface Refused {
  status: number
  description: string
}

export interface Coverage {
  operations: Count[]
  update_types: Count[]
  errors: Count[]
  /** How often each button that was shown was pressed. */
  buttons: Count[]
}

export function createTally() {
  const operations = counter(OWN_NAMES)
  const updateTypes = counter(UPDATE_TYPES)
  const refusals: Refused[] = Object.values(REFUSALS)
  const errors = counter(refusals.map(errorName))
  const buttons = new Map<string, number>()
  const documented = refusals
    .map((error) => ({ name: errorName(error), status: error.status, pattern: patternOf(error.description) }))
    .sort((a, b) => literalLength(b.name) - literalLength(a.name))

  function addCall({ method, status, body }: CallView) {
    count(operations, OPERATION_NAMES.get(method) ?? method)
    if (status === 200) return
    const error = documented.find((one) => one.status === status && one.pattern.test(body.description ?? ''))
    if (error) count(errors, error.name)
  }

  function addUpdate({ update_type, update }: EventOf<'update'>) {
    count(updateTypes, update_type)
    const query = update.callback_query
    const pressed = buttonsOf(query?.message).find(({ callback_data }) => callback_data === query?.data)
    if (pressed) count(buttons, pressed.text)
  }

  return {
    add(events: readonly EventView[]) {
      for (const event of events) {
        if (event.type === 'call') addCall(event.call)
        else if (event.type === 'update') addUpdate(event)
        else if (event.type === 'message' || event.type === 'edit') {
          for (const { text } of buttonsOf(event.message)) if (!buttons.has(text)) buttons.set(text, 0)
        }
      }
    },
    coverage: (): Coverage => ({
      operations: listed(operations),
      update_types: listed(updateTypes),
      errors: listed(errors),
      buttons: listed(buttons),
    }),
  }
}

const counter = (names: readonly string[]) => new Map(names.map((name) => [name, 0]))
const count = (counts: Map<string, number>, name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1)
const listed = (counts: Map<string, number>): Count[] => [...counts].map(([name, times]) => ({ name, count: times }))
const errorName = ({ status, description }: Refused) => `${status} ${description}`
const literalLength = (name: string) => name.replace(/\{\w+\}/g, '').length

function patternOf(description: string): RegExp {
  const parts = description.split(/\{\w+\}/).map(escapeRegex)
  return new RegExp(`^${parts.join('.*')}$`, 's')
}
