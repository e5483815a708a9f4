// `report`: merges the JSON reports of several test runs.

import { Argument } from 'commander'
import { define } from '../command.ts'
import { exitCodeOf } from '../exit-codes.ts'
import { option } from '../settings/option.ts'
import { createReporters, parseReporter } from '../test/reporters.ts'
import { mergeReports, readReport } from '../test/shards.ts'

export const command = define({
  args: [
    new Argument('<what>', 'merge: combines reports into one').choices(['merge']),
    new Argument('<files...>', 'reports written by --reporter json=<file>'),
  ],
  options: [
    option('--reporter <name[=file]>', 'reports as human, tap, junit, json, github or html; repeatable', parseReporter),
  ],
  examples: ['report merge 1.json 2.json --reporter html=all.html --reporter junit=all.xml'],
  async run({ reporter = [] }, _what: string, files: string[]) {
    const result = mergeReports(files.map(readReport))
    const notify = await createReporters(reporter)
    notify({ type: 'begin', count: result.scenarios.length })
    for (const each of result.scenarios) {
      if (each.status !== 'unplayed') notify({ type: 'result', result: each })
    }
    notify({ type: 'end', result })
    return exitCodeOf(result)
  },
})
