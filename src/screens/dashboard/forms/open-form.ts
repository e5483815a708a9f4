// Opens the form of an action, with the known values filled in.

import { ADMIN_RIGHTS } from '../../../service/rules/rights.ts'
import { type Params, perform } from '../screen/perform.ts'
import { notify, openOverlay, type Screen } from '../screen/screen.ts'
import { formFor } from './form.ts'
import { labelOf } from './labels.ts'

/** The rights that the form of `promote` preselects: all except the right to promote members. */
const USABLE_RIGHTS = Object.fromEntries(
  ADMIN_RIGHTS.filter((right) => right !== 'can_promote_members').map((right) => [right, true]),
)

export function openForm(screen: Screen, name: string, prefilled: Params = knownValues(screen, name)) {
  const action = screen.model.actions.peek()?.find((one) => one.name === name)
  if (!action) return notify(screen, `This emulator does not know the action ${name}.`, 'bad')
  const form = formFor(action, name === 'promote' ? { rights: USABLE_RIGHTS, ...prefilled } : prefilled)
  if (form.fields.length) openOverlay(screen, { kind: 'form', form })
  else void perform(screen, name, {}, { success: `${labelOf(action).replace(/…$/, '')}: done.` })
}

/** Returns known values for required fields, such as the open chat; for create actions, also owner and members. */
export function knownValues(screen: Screen, name: string): Params {
  const { me, open, chat, currentBot, messageId, model } = screen
  const fields = model.actions.peek()?.find((one) => one.name === name)?.fields ?? []
  const required = fields.filter((field) => field.required).map((field) => field.name)
  const names = new Set(name.startsWith('create') ? [...required, 'owner', 'members'] : required)
  if (names.has('who') && chat.peek()?.kind === 'private') names.delete('chat')
  const to = open.peek() ?? undefined
  const as = me.peek() ?? undefined
  const bot = currentBot.peek()?.handle
  const values = { as, to, chat: to, owner: as, members: bot, bot, message_id: messageId.peek() ?? undefined }
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => names.has(field) && value !== undefined))
}
