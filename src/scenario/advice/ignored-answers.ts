// Operations that the receiver of a webhook names in its answers: the service carries out calls by URL only.

import type { Evidence } from './evidence.ts'

export const ignoredAnswers = ({ events }: Evidence): string[] =>
  events.flatMap((event) =>
    event.type === 'delivery' && event.ignored_operation !== undefined
      ? [`A webhook's answer named ${event.ignored_operation}, which the service ignores; call it by URL.`]
      : [],
  )
