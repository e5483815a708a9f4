// Counts the operations, update types, refusals and buttons that a run used.

import type { EventOf, EventView } from '../../control/contract/events.ts'
import type { CallView } from '../../control/contract/traffic.ts'
import { buttonsOf } from '../../control/describe/message.ts'
import { escapeRegex } from '../../lib/compare/regex.ts'
import { OPERATION_NAMES, OWN_NAMES } from '../../service/rules/operation-names.ts'
import { REFUSALS } from '../../service/rules/refusals.ts'
import { UPDATE_TYPES } from '../../service/rules/update-types.ts'

export interface Count {
  name: string
  count: number
}

/** A documented refusal. The variable parts of its description are names in braces, such as `{retry_after}`. */
interface RefusalPattern {
  status: number
  description: string
}

export interface Coverage {
  operations: Count[]
  update_types: Count[]
  errors: Count[]
  /** The number of presses of each button that the bot has shown. */
  buttons: Count[]
}

export function createTally() {
  const operations = counter(OWN_NAMES)
  const updateTypes = counter(UPDATE_TYPES)
  const refusals: RefusalPattern[] = Object.values(REFUSALS)
  const errors = counter(refusals.map(errorName))
  const buttons = new Map<string, number>()
  const refusalPatterns = refusals
    .map((error) => ({ name: errorName(error), status: error.status, pattern: patternOf(error.description) }))
    .sort((a, b) => countLiteralCharacters(b.name) - countLiteralCharacters(a.name))

  function addCall({ method, status, body }: CallView) {
    count(operations, OPERATION_NAMES.get(method) ?? method)
    if (status === 200) return
    const error = refusalPatterns.find((one) => one.status === status && one.pattern.test(body.description ?? ''))
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
      operations: toCounts(operations),
      update_types: toCounts(updateTypes),
      errors: toCounts(errors),
      buttons: toCounts(buttons),
    }),
  }
}

const counter = (names: readonly string[]) => new Map(names.map((name) => [name, 0]))
const count = (counts: Map<string, number>, name: string) => void counts.set(name, (counts.get(name) ?? 0) + 1)
const toCounts = (counts: Map<string, number>): Count[] => [...counts].map(([name, times]) => ({ name, count: times }))
const errorName = ({ status, description }: RefusalPattern) => `${status} ${description}`
const countLiteralCharacters = (name: string) => name.replace(/\{\w+\}/g, '').length

function patternOf(description: string): RegExp {
  const parts = description.split(/\{\w+\}/).map(escapeRegex)
  return new RegExp(`^${parts.join('.*')}$`, 's')
}
