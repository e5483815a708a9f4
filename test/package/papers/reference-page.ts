// Generates docs/reference.md from the declarations of actions, views, events, steps and commands.

import type { Argument, Command, Option } from 'commander'
import { allCommands } from '../../../src/cli/command-list.ts'
import { exampleOf } from '../../../src/cli/settings/action-examples.ts'
import { isFlagOnly, variableOf } from '../../../src/cli/settings/settings.ts'
import { loadStepCatalogue } from '../../../src/cli/test/load-step-catalogue.ts'
import { catalogue } from '../../../src/control/actions/catalogue.ts'
import { ACTIONS } from '../../../src/control/actions/find-action.ts'
import { EventView } from '../../../src/control/contract/events.ts'
import { type ActionField, FieldKind } from '../../../src/control/contract/service.ts'
import { valueTexts } from '../../../src/control/describe/fields.ts'
import type { JsonSchema } from '../../../src/control/openapi/json-schema.ts'
import { namedSchemas } from '../../../src/control/openapi/json-schema.ts'
import { EVENT_SUMMARIES } from '../../../src/control/present/event.ts'
import { VIEWS } from '../../../src/control/views/index.ts'
import { STEP_OPTIONS } from '../../../src/testing/scenarios/read/checks/step-catalogue.ts'
import { code, page, table } from './markdown.ts'

export const WRITE = 'npx vitest run test/package/papers/reference.test.ts -u'

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

export async function referencePage(): Promise<string> {
  return page([
    '# Reference',
    `Look up an action, a view, an event, a scenario step or a command. This page is generated from the declarations in the code. To write it again, run \`${WRITE}\`.`,
    ...actionsSection(),
    ...viewsSection(),
    ...eventsSection(),
    ...stepsSection(),
    ...commandsSection(await allCommands()),
    ...resultsSection(),
  ])
}

function actionsSection(): string[] {
  const results = new Map<string, string>(ACTIONS.map(({ name, result }) => [name, result]))
  return [
    '## Actions',
    'Perform an action with `bot-emulator do <action>`, with `POST /_emulator/actions/<action>`, as a step of a scenario, as a method of a person in the [library](library.md), or with the MCP tool `act`.',
    ...catalogue().flatMap((action) => [
      `### ${action.name}`,
      `${action.summary} Returns ${linkOf(results.get(action.name) ?? '')}.`,
      table(['parameter', 'kind', '', 'description'], action.fields.map(fieldRow)),
      code(exampleOf(action)),
    ]),
    '### Kinds of parameters',
    table(
      ['kind', 'in JSON', 'on the command line and in forms'],
      FieldKind.options.map((kind) => {
        const { type, instruction } = valueTexts({ kind, list: false })
        return [`\`${kind}\``, `\`${type}\``, instruction]
      }),
    ),
    'A list is written as JSON, or on the command line as values separated by commas. If a parameter can be `null`, `null` removes the current value.',
  ]
}

function fieldRow(field: ActionField): string[] {
  const { name, kind, list, required, nullable, choices = [], description } = field
  const values = kind === 'rights' ? '' : choices.map((choice) => `\`${choice}\``).join(', ')
  const need = required ? 'required' : field.default === undefined ? '' : `default \`${JSON.stringify(field.default)}\``
  return [
    `\`${name}\``,
    `${list ? 'list of ' : ''}${kind}${nullable ? ' or null' : ''}`,
    need,
    [description, values && `One of ${values}.`].filter(Boolean).join(' '),
  ]
}

function viewsSection(): string[] {
  return [
    '## Views',
    'Read a view with `GET /_emulator<path>`, with `expectState` in a scenario, with `emulator.view` in the [library](library.md), or with the MCP tool `view`. Replace each part that begins with a colon by an id, an @username or a handle.',
    table(
      ['path', 'query', 'returns', ''],
      VIEWS.map((view) => [
        `\`${view.path}\``,
        Object.entries<string>(('query' in view && view.query) || {})
          .map(([name, kind]) => `\`${name}\` (${kind === 'ref' ? 'reference' : kind})`)
          .join(', '),
        linkOf(view.result),
        view.summary,
      ]),
    ),
  ]
}

function eventsSection(): string[] {
  const common = ['id', 'type', 'at', 'bot', 'chat']
  const rows = EventView.options.flatMap(({ shape: { type, ...fields } }) =>
    [...type.values].map((name) => {
      const ownFields = Object.keys(fields).filter((field) => !common.includes(field))
      return [`\`${name}\``, EVENT_SUMMARIES[name], ownFields.map((field) => `\`${field}\``).join(', ')]
    }),
  )
  return [
    '## Events',
    'Follow the events with `GET /_emulator/events`, or with `emulator.events` in the library. Each event has `id`, `type` and `at`, and the `bot` and `chat` that it is about.',
    table(['type', '', 'other fields'], rows),
  ]
}

function stepsSection(): string[] {
  const options = Object.entries(STEP_OPTIONS).map(([name, { description = '' }]) => [`\`${name}\``, description])
  const steps = [...loadStepCatalogue().values()].filter(({ action }) => !action)
  return [
    '## Steps',
    'Each [action](#actions) is a step of a [scenario](scenarios.md), such as `send: { as: alice, to: greeter, text: hi }`. The step of an action also takes these keys:',
    table(['key', 'description'], options),
    'These steps are not actions:',
    ...steps.flatMap(({ name, summary, schema }) => [
      `### ${name}`,
      summary,
      ...propertiesTable(schema as JsonSchema),
      code(`- ${STEP_EXAMPLES[name]}`),
    ]),
  ]
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

function commandsSection(commands: readonly Command[]): string[] {
  return [
    '## Commands',
    'Each option can also be set by an environment variable or in a [configuration file](settings.md).',
    ...commands.flatMap((command) => [
      `### bot-emulator ${command.name()}`,
      command.description(),
      code(`bot-emulator ${command.name()} ${command.usage()}`),
      table(
        ['argument', 'description'],
        command.registeredArguments.map((argument) => [`\`${argument.name()}\``, describeArgument(argument)]),
      ),
      table(
        ['option', 'description', 'default', 'variable'],
        command.options.map((option) => [
          `\`${option.flags}\``,
          [option.description, choicesOf(option)].filter(Boolean).join('; '),
          defaultOf(option),
          isFlagOnly(option) || option.long === '--help' ? '' : `\`${variableOf(option)}\``,
        ]),
      ),
    ]),
  ]
}

const describeArgument = (argument: Argument) => [argument.description, choicesOf(argument)].filter(Boolean).join('; ')

const choicesOf = ({ argChoices = [] }: Argument | Option) => argChoices.map((choice) => `\`${choice}\``).join(', ')

const defaultOf = ({ defaultValue }: Option) =>
  defaultValue === undefined || typeof defaultValue === 'boolean' ? '' : `\`${defaultValue}\``

function resultsSection(): string[] {
  const schemas = Object.entries(namedSchemas()).filter(([name]) => name !== 'EventView')
  return [
    '## Results',
    'These are the objects that actions, views and events return. The [OpenAPI](control-api.md) document has them as JSON schemas.',
    ...schemas.flatMap(([name, schema]) => {
      const variants = (schema.oneOf ?? schema.anyOf ?? [schema]) as JsonSchema[]
      return [`### ${name}`, String(schema.description ?? ''), ...variants.flatMap(variantLines)]
    }),
  ]
}

function variantLines(schema: JsonSchema): string[] {
  const lines = propertiesTable(schema)
  return lines.length ? lines : [`Type: ${typeText(schema)}.`]
}

function typeText(schema: JsonSchema): string {
  const { $ref, type, items, const: value } = schema
  const variants = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (typeof $ref === 'string') return linkOf($ref.slice($ref.lastIndexOf('/') + 1))
  if (value !== undefined) return `\`${JSON.stringify(value)}\``
  if (Array.isArray(schema.enum)) return schema.enum.map((each) => `\`${each}\``).join(', ')
  if (variants) return [...new Set(variants.map(typeText))].join(' or ')
  if (items) return `list of ${typeText(items as JsonSchema)}`
  return Array.isArray(type) ? type.join(' or ') : String(type ?? 'any value')
}

/** Returns a link to the description of a result, such as `MessageView[]`. */
function linkOf(result: string): string {
  const name = result.replace('[]', '')
  const link = `[\`${name}\`](#${name.toLowerCase()})`
  return result === name ? link : `a list of ${link}`
}
