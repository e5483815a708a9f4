// Performs actions of people, and tells what became of them.

import type { ActionParamsOf, ActionResultOf, Client } from '../../control/client/client.ts'
import type { Directory } from './directory.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import type { Undo, Undoable } from './undo.ts'

export function createActions(client: Client, { actions }: Directory, undo: Undo, undoable: Undoable) {
  async function isUndoable(name: string) {
    if (typeof undoable === 'function') return undoable(name)
    if (!undoable) return false
    actions.value = actions.peek() ?? (await client.actions())
    return actions.peek()?.find((one) => one.name === name)?.undoable === true
  }
  return {
    perform: <const Name extends string>(
      action: Name,
      ...params: ActionParamsOf<Name>
    ): Promise<Outcome<ActionResultOf<Name>>> =>
      outcomeOf(async () => {
        const before = (await isUndoable(action)) ? await undo.takeSnapshot() : undefined
        const result = await client.perform(action, ...params)
        if (before) undo.addStep({ action, params: params[0] ?? {}, before })
        return result
      }),
  }
}
