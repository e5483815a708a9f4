// Generates docs/steps.md from the declarations of the steps.

import * as z from 'zod'
import { loadStepCatalogue } from '../../../src/cli/test/load-step-catalogue.ts'
import type { JsonSchema } from '../../../src/control/openapi/json-schema.ts'
import { STEP_OPTIONS } from '../../../src/testing/scenarios/read/checks/step-catalogue.ts'
import { code, page, table } from './markdown.ts'

/** An example of each step that is not an action. */
export const STEP_EXAMPLES: Readonly<Record<string, string>> = {
  expect: 'expect: { call: sendMessage, with: { chat_id: alice, text: "/hello/i" }, within: 3s }',
  expectReply: 'expectReply: { to: alice, text: Choose, buttons: ["Yes", "No"] }',
  expectInOrder: 'expectInOrder: [{ call: sendMessage }, { call: sendPhoto }]',
  expectNothing: 'expectNothing: { for: 1s }',
  expectState: 'expectState: { view: /users/alice/chats, with: { contains: { handle: greeter } } }',
  expectBot: 'expectBot: { quiet: 2s }',
  wait: 'wait: 200ms',
  include: 'include: { file: order.yaml, with: { dish: pizza } }',
  http: 'http: { post: "http://127.0.0.1:3000/paid", json: { order: 1 }, expect: 200 }',
  run: 'run: { command: node seed.js, within: 10s }',
  stub: 'stub: { operation: sendChatAction, result: true }',
  bot: 'bot: { restart: true }',
}

/** What a step does beyond its summary. */
const NOTES: Readonly<Record<string, string>> = {
  expect:
    'A step takes the earliest matching call that is still free, of all calls since the start of the scenario. In `with` and `result`, list what matters. A list must match as a whole; to compare some of its entries, write their positions as keys (`0:`). `null` means that the parameter must be missing. Name people, bots and chats by handle, @username or id. A refused call matches only with `error` or `ok: false`. `times: 0` fails at the first matching call.',
  expectReply:
    'It matters what the person sees, not which call did it. A message matches once for each person, and again after an edit. `expectNothing` and `--strict` accept the calls behind a matched message.',
  expectInOrder: 'Other calls may come between them.',
  expectNothing:
    'Counts calls since the last action that matched no other step, and then waits for the time in `for`. Calls that only read (`get…`) or are about the bot itself (`setWebhook`, `setMy…`) count only if `call` names their operation.',
  expectState: 'If the view is a list, `with: { contains: { handle: bob } }` looks for an entry.',
  expectBot:
    "`answers: true` passes after a successful call that people can see. `quiet` waits until the bot made no such call for this long. `withoutOutput` fails if a line of the bot's output matches.",
  include: '`include: order.yaml` is enough without variables.',
  http: '`as` stores `status`, `headers` and `body`.',
  run: 'The command gets the environment of the bot, and must end with exit code 0. For a `$` that the shell should see, write `$$`.',
  bot: "The world doesn't change.",
}

export function stepsPage(): string {
  const options = Object.entries(STEP_OPTIONS).map(([name, { description = '' }]) => [`\`${name}\``, description])
  const steps = [...loadStepCatalogue().values()].filter(({ action }) => !action)
  return page([
    '# Scenario steps',
    'Each [action](actions.md) is a step of a [scenario](scenarios.md), and so is each of these:',
    table(
      ['step', ''],
      steps.map(({ name, summary }) => [`[\`${name}\`](#${name.toLowerCase()})`, summary]),
    ),
    '## Actions as steps',
    code('- press: { as: alice, chat: greeter, button: Yes }\n  as: pressed'),
    'Besides its parameters, an action takes:',
    table(['key', 'description'], options),
    '`press` and `tap` wait until the button or key exists. If several buttons have the same text, pass `row` and `column` (from 1) or `data`.',
    ...steps.flatMap(({ name, summary, params }) => [
      `## ${name}`,
      summary,
      code(`- ${STEP_EXAMPLES[name]}`),
      ...propertiesTable(z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }) as JsonSchema),
      NOTES[name] ?? '',
    ]),
  ])
}

/** Returns the table of an object, of the object in a union, or of the items of a list. */
function propertiesTable(schema: JsonSchema): string[] {
  const variants = [schema, ...((schema.anyOf as JsonSchema[] | undefined) ?? []), (schema.items ?? {}) as JsonSchema]
  const object = variants.find(({ properties }) => properties !== undefined)
  if (!object) return []
  const required = (object.required ?? []) as string[]
  const rows = Object.entries(object.properties as Record<string, JsonSchema>).map(([name, property]) => [
    `\`${name}\``,
    typeText(property),
    required.includes(name) && property.default === undefined ? 'required' : '',
    String(property.description ?? ''),
  ])
  return [table(['field', 'type', '', 'description'], rows)]
}

function typeText(schema: JsonSchema): string {
  const { $ref, type, items, const: value } = schema
  const variants = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (typeof $ref === 'string') return `\`${$ref.slice($ref.lastIndexOf('/') + 1)}\``
  if (value !== undefined) return `\`${JSON.stringify(value)}\``
  if (Array.isArray(schema.enum)) return schema.enum.map((each) => `\`${each}\``).join(', ')
  if (variants) return [...new Set(variants.map(typeText))].join(' or ')
  if (items) return `list of ${typeText(items as JsonSchema)}`
  return Array.isArray(type) ? type.join(' or ') : String(type ?? 'any value')
}
