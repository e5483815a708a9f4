// Generates docs/operations.md from the declarations of the operations.

import { schemaOf } from '../../../src/control/openapi/json-schema.ts'
import { RUNNABLE_OPERATIONS } from '../../../src/service/bot-api/operations/find-operation.ts'
import type { OperationName } from '../../../src/service/bot-api/operations/index.ts'
import type { Operation } from '../../../src/service/bot-api/operations/operation.ts'
import { REFUSALS, type RefusalName } from '../../../src/service/rules/refusals.ts'
import { UPDATE_TYPES } from '../../../src/service/rules/update-types.ts'
import { page, table } from './markdown.ts'
import { DIFFERENCES, KEYBOARDS, LACKED, LIMIT_TEXTS, PARAMETERS } from './operations-texts.ts'

/** What every call may get before the checks of its operation. */
const OF_EVERY_CALL: readonly RefusalName[] = [
  'unauthorized',
  'suspended',
  'notFound',
  'methodNotAllowed',
  'badBody',
  'badParameter',
  'tooManyRequests',
]

export function operationsPage(): string {
  const operations = [...RUNNABLE_OPERATIONS]
  const sections = sectionsOf(operations)
  return page([
    '# Operations',
    `The emulated service has these ${operations.length} operations. A call of [any other](#what-telegram-has-and-the-service-lacks) gets 404 \`Not Found\`, unless you allow it with [\`--lenient\`](settings.md#bots-written-for-telegram): then it answers \`true\` and does nothing. Parameters that aren't listed here, such as \`parse_mode\`, are ignored.`,
    'Call an operation with GET or POST at `/bot<token>/<operation>`. Parameters are in the query, or in the body as a form, as JSON or as multipart; in all but JSON, objects and lists are JSON texts. Below, an answer without a status is a `400 Bad Request: …`.',
    table(
      ['operation', 'what it does', 'differs from Telegram in'],
      sections.flatMap((section) =>
        section.map(({ name, summary }) => [
          `[\`${name}\`](#${anchorOf(section)})`,
          summary,
          DIFFERENCES[name as OperationName],
        ]),
      ),
    ),
    '`getChatMembersCount` is the old name of `getChatMemberCount`, and works too.',
    '## What Telegram has and the service lacks',
    table(['in Telegram', 'here'], LACKED),
    ...sections.flatMap(sectionText),
    '## Keyboards',
    KEYBOARDS,
    '## Limits',
    'A call above a limit gets 429 with `retry_after`. `npx bot-emulator limits` shows how much of each a bot has used.',
    table(
      ['limit', 'what it allows'],
      Object.entries(LIMIT_TEXTS).map(([name, text]) => [`\`${name}\``, text]),
    ),
    '## Refusals',
    '`npx bot-emulator explain "<text>"` lists the causes in the terminal. Words in braces are replaced by values. Every call can get these:',
    table(['answer', 'cause', 'rule'], OF_EVERY_CALL.flatMap(causeRows)),
    'The other texts, each with its causes:',
    table(['answer', 'cause', 'rule'], namesOfRefusals(operations).flatMap(causeRows)),
    '## Update types',
    `${UPDATE_TYPES.map((type) => `\`${type}\``).join(', ')}. A bot gets \`chat_member\` only if it lists it in \`allowed_updates\`, and only where it's an administrator.`,
  ])
}

/** Operations that differ only in the kind of file share a section. */
function sectionsOf(operations: readonly Operation[]): Operation[][] {
  const files = operations.filter(({ fileField }) => fileField)
  return operations.flatMap((operation) =>
    operation === files[0] ? [files] : operation.fileField ? [] : [[operation]],
  )
}

const headingOf = (section: readonly Operation[]) => section.map(({ name }) => name).join(', ')

const anchorOf = (section: readonly Operation[]) => headingOf(section).toLowerCase().replaceAll(', ', '-')

function sectionText(section: readonly Operation[]): string[] {
  const { refusals = [], limits = [] } = section[0]!
  const rows = new Map(section.flatMap((operation) => parameterRows(operation).map((row) => [row[0], row] as const)))
  const texts = [...new Set(refusals.map((name) => textOf(name).replace(/^400 Bad Request: /, '')))]
  return [
    `## ${headingOf(section)}`,
    section.length > 1 ? '' : section[0]!.summary,
    table(['parameter', 'type', '', ''], [...rows.values()]),
    limits.length
      ? `**Counts against** ${limits.map((limit) => `\`${limit}\``).join(', ')}: see [limits](#limits).`
      : '',
    texts.length ? `**May answer** ${texts.map((text) => `\`${text}\``).join(' · ')}: see [refusals](#refusals).` : '',
  ]
}

function parameterRows({ name, params, fileField }: Operation): string[][] {
  const { properties = {}, required = [] } = schemaOf(params)
  const needed = [...(required as string[]), fileField]
  return Object.keys(properties as object).map((parameter) => {
    const [type, text] = PARAMETERS[`${name}.${parameter}`] ?? PARAMETERS[parameter]!
    return [`\`${parameter}\``, type, needed.includes(parameter) ? 'required' : '', text]
  })
}

const textOf = (name: RefusalName) => `${REFUSALS[name].status} ${REFUSALS[name].description}`

function causeRows(name: RefusalName): string[][] {
  const causes: readonly (readonly [rule: string, why: string])[] = Object.values(REFUSALS[name].causes)
  return causes.map(([rule, why], index) => [index ? '' : `\`${textOf(name)}\``, why.replaceAll('<', '\\<'), rule])
}

const namesOfRefusals = (operations: readonly Operation[]) => [
  ...new Set(operations.flatMap(({ refusals = [] }) => refusals)),
]
