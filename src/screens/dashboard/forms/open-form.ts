// Opens the form of an action, with the known values filled in.

import { problemText } from '../../../lib/problem.ts'
import { ADMIN_RIGHTS } from '../../../service/rules/rights.ts'
import { labelOf } from '../../model/labels.ts'
import { fits } from '../../model/member-actions.ts'
import { openChat } from '../screen/chats.ts'
import { focusPlace } from '../screen/panes.ts'
import { expandHome, fileProblem, type Params, perform } from '../screen/perform.ts'
import { notify, openOverlay, type Screen } from '../screen/screen.ts'
import { formFor } from './form.ts'

/** The rights that the form of `promote` preselects: all except the right to promote members. */
const USABLE_RIGHTS = Object.fromEntries(
  ADMIN_RIGHTS.filter((right) => right !== 'can_promote_members').map((right) => [right, true]),
)

const OPENED_AFTER_CREATION = new Set(['createBot', 'createGroup', 'createChannel'])

export function openForm(screen: Screen, name: string, prefilled: Params = knownValues(screen, name)) {
  const action = screen.model.actions.peek()?.find((one) => one.name === name)
  if (!action) return notify(screen, `This emulator does not know the action ${name}.`, 'bad')
  const title = labelOf(action).replace(/…$/, '')
  if (!action.fields.length) return void perform(screen, name, {}, { success: `${title}: done.` })
  const filled = name === 'promote' ? { rights: USABLE_RIGHTS, ...prefilled } : prefilled
  const about = { ...action, summary: `${action.summary} * is required.` }
  const form = formFor(title, about, filled, async (params) => {
    const outcome = await perform(screen, name, params, { isQuiet: true })
    if (!outcome.ok) return problemText(outcome.problem)
    const made = outcome.result as { handle?: string; token?: string } | null
    if (name.startsWith('create') && made?.handle)
      notify(screen, `Created ${made.handle}${made.token ? `, token ${made.token}` : ''}.`)
    if (OPENED_AFTER_CREATION.has(name) && made?.handle) openChat(screen, made.handle)
    else focusPlace(screen, 'input')
    return undefined
  })
  openOverlay(screen, form)
}

const PATH = { name: 'path', kind: 'text', list: false, required: true, nullable: false, description: '' } as const

type Write = (path: string, flag: 'w' | 'wx') => Promise<void>

/** Asks for a path and saves a file there. A file that exists is overwritten only if the path is entered again. */
export function openSaveForm(screen: Screen, title: string, path: string, write: Write, done: (path: string) => void) {
  let existing: string | undefined
  const about = { summary: 'A path from the folder in which the dashboard was started.', fields: [PATH] }
  const form = formFor(title, about, { path }, async (params) => {
    const to = String(params.path).trim()
    try {
      await write(expandHome(to), existing === to ? 'w' : 'wx')
    } catch (error) {
      existing = (error as NodeJS.ErrnoException).code === 'EEXIST' ? to : undefined
      return problemText(fileProblem(error))
    }
    done(to)
    return undefined
  })
  openOverlay(screen, form)
}

/** Returns known values for required fields, such as the open chat; for create actions, also owner and members. */
export function knownValues(screen: Screen, name: string): Params {
  const { me, open, openBot, chat, currentBot, messageId, model } = screen
  const fields = model.actions.peek()?.find((one) => one.name === name)?.fields ?? []
  const required = fields.filter((field) => field.required).map((field) => field.name)
  const names = new Set(name.startsWith('create') ? [...required, 'owner', 'members'] : required)
  if (names.has('who') && (openBot.peek() || !fits(name, chat.peek()?.kind))) names.delete('chat')
  const to = open.peek() ?? undefined
  const as = me.peek() ?? undefined
  const bot = currentBot.peek()?.handle
  const values = { as, to, chat: to, owner: as, members: bot, bot, message_id: messageId.peek() ?? undefined }
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => names.has(field) && value !== undefined))
}
