// Opens the form of an action, with the known values filled in.

import { signal, untracked } from '@preact/signals-core'
import { isReference, valueTexts, writeField } from '../../../control/describe/fields.ts'
import { problemText } from '../../../lib/problem.ts'
import { choicesOf, type Field, fieldsFor, knownValues, paramsOf } from '../../model/form.ts'
import { fieldLabelOf, labelOf } from '../../model/labels.ts'
import type { Tone } from '../look.ts'
import { openChat } from '../screen/chats.ts'
import { dim, type Item, strong, whole } from '../screen/items.ts'
import { focusPlace } from '../screen/panes.ts'
import { expandHome, fileProblem, type Params, perform } from '../screen/perform.ts'
import { changeOverlay, closeChoices, notify, openChoices, type Screen } from '../screen/screen.ts'
import { valueItems } from './field-values.ts'

const OPENED_AFTER_CREATION = new Set(['createBot', 'createGroup', 'createChannel'])

/** Asks for what is missing; then lists the fields below the action itself. */
export function openForm(screen: Screen, name: string, given?: Params) {
  const action = screen.model.actions.peek()?.find((one) => one.name === name)
  if (!action) return notify(screen, `This emulator does not know the action ${name}.`, 'bad')
  const title = labelOf(action).replace(/…$/, '')
  if (!action.fields.length) return void perform(screen, name, {}, { success: `${title}: done.` })
  const fields = signal<readonly Field[]>(fieldsFor(action, given ?? knownValues(action, knownOn(screen))))
  const error = signal('')
  let isBusy = false

  const set = (field: Field, text: string) => {
    fields.value = fields.peek().map((one) => (one === field ? { ...field, text } : one))
    error.value = ''
  }
  function ask(field: Field) {
    const next = (text: string) => {
      set(field, text)
      changeOverlay(screen, { at: 0 })
      askMissing()
    }
    const items = (typed: string) => valueItems(screen, { action: name, fields: fields.value }, field, typed, next)
    const isText = field.kind === 'file' || (!isReference(field) && untracked(() => items('')).length === 0)
    const text = isText ? field.text : field.list && field.text ? `${field.text},` : ''
    const about = `${title}: ${fieldLabelOf(field.name)}`
    openChoices(screen, about, items, hintFor(field) || field.description, text)
  }
  function askMissing() {
    const missing = fields.peek().find(({ required, text }) => required && text === '')
    if (missing) ask(missing)
    return missing !== undefined
  }
  async function submit() {
    if (isBusy || askMissing()) return
    isBusy = true
    const params = paramsOf(fields.peek(), screen.model.timeNow())
    const outcome = await perform(screen, name, params, { isQuiet: true })
    isBusy = false
    if (!outcome.ok) {
      error.value = problemText(outcome.problem)
      return
    }
    closeChoices(screen, items)
    const made = outcome.result as { handle?: string; token?: string } | null
    if (name.startsWith('create') && made?.handle)
      notify(screen, `Created ${made.handle}${made.token ? `, token ${made.token}` : ''}.`)
    if (OPENED_AFTER_CREATION.has(name) && made?.handle) openChat(screen, made.handle)
    else focusPlace(screen, 'input')
  }
  function items(): Item[] {
    const names = fields.value.map(({ name, required }) => `${fieldLabelOf(name)}${required ? ' *' : ''}`)
    const cells = Math.max(...names.map((one) => one.length)) + 2
    return [
      said('summary', `${action!.summary} * is required.`),
      ...(error.value ? [said('error', error.value, 'bad')] : []),
      { id: 'perform', parts: [strong(title)], isStep: true, run: () => void submit() },
      ...fields.value.map((field, i): Item => {
        const run = () => (field.kind === 'switch' ? set(field, nextOf(field)) : ask(field))
        const value = field.text || dim(hintFor(field))
        return { id: field.path.join(' '), parts: [dim(names[i]!.padEnd(cells)), value], isStep: true, run }
      }),
    ]
  }
  openChoices(screen, title, items)
  askMissing()
}

/** A switch goes through its values, and back to none. */
function nextOf(field: Field) {
  const values = ['', ...choicesOf(field)]
  return values[(values.indexOf(field.text) + 1) % values.length]!
}

type Write = (path: string, flag: 'w' | 'wx') => Promise<void>

/** Asks for a path and saves a file there. A file that exists is overwritten only if it is chosen again. */
export function openSaveForm(screen: Screen, title: string, path: string, write: Write, done: (path: string) => void) {
  const failed = signal<{ to: string; error: unknown } | undefined>(undefined)
  async function save(to: string) {
    const isExisting = failed.peek()?.to === to && isThere(failed.peek()?.error)
    try {
      await write(expandHome(to), isExisting ? 'w' : 'wx')
    } catch (error) {
      failed.value = { to, error }
      return
    }
    closeChoices(screen, items)
    done(to)
  }
  function items(typed: string): Item[] {
    const to = typed.trim()
    const error = failed.value?.to === to ? [said('error', problemText(fileProblem(failed.value.error)), 'bad')] : []
    return [...error, { id: 'save', parts: [`Save as ${to}`], isStep: true, run: () => void save(to) }]
  }
  openChoices(screen, title, items, 'a path from the folder in which the dashboard was started', path)
}

const isThere = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code === 'EEXIST'

const said = (id: string, text: string, tone?: Tone) => whole(id, { text, tone }, { isHeading: true })

function hintFor(field: Field): string {
  const what = choicesOf(field).join(' or ') || valueTexts(field).hint
  const value = Array.isArray(field.default) ? '' : writeField(field.default)
  return value === '' ? what : `${what}${what && ', '}default ${value}`
}

const knownOn = ({ me, open, openBot, chat, currentBot, messageId }: Screen) => ({
  me: me.peek() ?? undefined,
  open: open.peek() ?? undefined,
  kind: openBot.peek() ? 'private' : chat.peek()?.kind,
  bot: currentBot.peek()?.handle,
  messageId: messageId.peek() ?? undefined,
})
