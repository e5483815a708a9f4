// Generates docs/actions.md and docs/views.md from the declarations of actions, views and events.

import { exampleOf } from '../../../src/cli/settings/action-flags.ts'
import { ACTIONS, catalogue } from '../../../src/control/actions/catalogue.ts'
import { CONTROL_PATH } from '../../../src/control/contract/addresses.ts'
import { EventView } from '../../../src/control/contract/events.ts'
import { type ActionField, FieldKind } from '../../../src/control/contract/service.ts'
import { valueTexts } from '../../../src/control/describe/fields.ts'
import { controlPaths } from '../../../src/control/openapi/control-paths.ts'
import { EVENT_SUMMARIES } from '../../../src/control/present/event.ts'
import { VIEWS } from '../../../src/control/views/index.ts'
import { code, page, table } from './markdown.ts'

const SHAPES =
  'The shapes of results, such as `MessageView`, are in the OpenAPI document of a running emulator, under `components`: `GET /_emulator/openapi.json`.'

/** A parameter that this many actions share is described once. */
const SHARED_BY = 3

export function actionsPage(): string {
  const results = new Map<string, string>(ACTIONS.map(({ name, result }) => [name, result]))
  const actions = catalogue()
  const rows = actions.flatMap(({ fields }) => fields.map((field) => rowOf(field).join('|')))
  const isShared = (field: ActionField) => rows.filter((row) => row === rowOf(field).join('|')).length >= SHARED_BY
  const shared = new Map(
    actions.flatMap(({ fields }) => fields.filter(isShared).map((field) => [rowOf(field).join('|'), rowOf(field)])),
  )
  return page([
    '# Actions',
    'What people and developers can do. Perform an action with `npx bot-emulator do <action>`, with `POST /_emulator/actions/<action>`, as a step of a [scenario](scenarios.md), as a method of a person in the [library](library.md), or with the MCP tool `act`.',
    SHAPES,
    '## Parameters of many actions',
    table(['parameter', 'kind', 'description'], [...shared.values()]),
    ...actions.flatMap((action) => {
      const own = action.fields.filter((field) => !isShared(field))
      const others = action.fields.filter(isShared)
      return [
        `## ${action.name}`,
        `${action.summary} Returns ${resultText(results.get(action.name) ?? '')}.`,
        code(exampleOf(action)),
        others.length
          ? `Takes ${others.map(withNeed).join(', ')}${own.length ? ', and:' : ': see [above](#parameters-of-many-actions).'}`
          : '',
        table(
          ['parameter', 'kind', '', 'description'],
          own.map((field) => [...rowOf(field).slice(0, 2), needOf(field), rowOf(field)[2]!]),
        ),
      ]
    }),
    '## Kinds of parameters',
    table(
      ['kind', 'in JSON', 'on the command line and in forms'],
      FieldKind.options.map((kind) => {
        const { type, instruction } = valueTexts({ kind, list: false })
        return [`\`${kind}\``, `\`${type}\``, instruction]
      }),
    ),
    'A list is written as JSON, or on the command line as values separated by commas. If a parameter can be `null`, `null` removes the current value.',
  ])
}

const withNeed = (field: ActionField) => {
  const need = needOf(field)
  return `\`${field.name}\`${need && ` (${need})`}`
}

const needOf = (field: ActionField) =>
  field.required ? 'required' : field.default === undefined ? '' : `default \`${JSON.stringify(field.default)}\``

function rowOf({ name, kind, list, nullable, choices = [], description }: ActionField): string[] {
  const values = kind === 'rights' ? '' : choices.map((choice) => `\`${choice}\``).join(', ')
  return [
    `\`${name}\``,
    `${list ? 'list of ' : ''}${kind}${nullable ? ' or null' : ''}`,
    [description, values && `One of ${values}.`].filter(Boolean).join(' '),
  ]
}

/** Describes a result such as `MessageView[]`. */
function resultText(result: string): string {
  const name = result.replace('[]', '')
  return result === name ? `\`${name}\`` : `a list of \`${name}\``
}

export function viewsPage(): string {
  const common = ['id', 'type', 'at', 'bot', 'chat']
  const events = EventView.options.flatMap(({ shape: { type, ...fields } }) =>
    [...type.values].map((name) => {
      const ownFields = Object.keys(fields).filter((field) => !common.includes(field))
      return [`\`${name}\``, EVENT_SUMMARIES[name], ownFields.map((field) => `\`${field}\``).join(', ')]
    }),
  )
  return page([
    '# Views and events',
    'What can be read of a world. Read a view with `GET /_emulator<path>`, with `expectState` in a [scenario](scenarios.md), with `emulator.view` in the [library](library.md), or with the MCP tool `view`. Replace each part that begins with a colon by an id, an @username or a handle.',
    SHAPES,
    '## Views',
    table(
      ['path', 'query', 'returns', ''],
      VIEWS.map((view) => [
        `\`${view.path}\``,
        Object.entries<string>(('query' in view && view.query) || {})
          .map(([name, kind]) => `\`${name}\` (${kind === 'ref' ? 'reference' : kind})`)
          .join(', '),
        resultText(view.result),
        view.summary,
      ]),
    ),
    '## Other routes',
    'Below `/_emulator`, like the views. What a body holds is in the OpenAPI document.',
    table(['route', 'query', ''], otherRoutes()),
    '## Events',
    'Follow the events with `GET /_emulator/events`, or with `emulator.events` in the library. Each event has `id`, `type` and `at`, and the `bot` and `chat` that it is about.',
    table(['type', '', 'other fields'], events),
  ])
}

interface Route {
  summary: string
  parameters?: { name: string; in: string }[]
}

/** The routes that are neither actions nor views. */
function otherRoutes(): string[][] {
  const shown = [...ACTIONS.map(({ name }) => `/actions/${name}`), ...VIEWS.map(({ path }) => path)]
  return Object.entries(controlPaths() as Record<string, { get?: Route; post?: Route }>).flatMap(([path, item]) => {
    const route = path.replace(CONTROL_PATH, '').replace(/\{(\w+)\}/g, ':$1')
    if (shown.includes(route)) return []
    const { summary, parameters = [] } = (item.get ?? item.post)!
    const query = parameters.filter((each) => each.in === 'query').map(({ name }) => `\`${name}\``)
    return [[`\`${item.get ? 'GET' : 'POST'} ${route}\``, query.join(', '), summary]]
  })
}
