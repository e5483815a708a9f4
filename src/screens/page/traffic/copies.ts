// A call as a command or as a step of a scenario.

import type { CallView } from '../../../control/contract/traffic.ts'
import { curlOf } from '../../model/curl.ts'
import { model } from '../emulator.ts'
import { listedChats } from '../route.ts'

export const curlText = (call: CallView) => curlOf(model, call)

/** Returns a step in JSON, which is YAML too. A chat that the page knows is named by its handle. */
export function stepText({ method, params }: CallView): string {
  const { chat_id } = params
  const chat = [...model.people.peek(), ...listedChats.peek()].find(({ id }) => id === chat_id)?.handle ?? chat_id
  return `- expect: ${JSON.stringify({ call: method, with: { ...params, ...(chat !== undefined && { chat_id: chat }) } })}`
}
