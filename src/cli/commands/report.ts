// `report`: merges the JSON reports of several test runs.

import { Argument, Command } from 'commander'
import { exitCodeOf } from '../exit-codes.ts'
import { createReporters, parseReporter, type ReporterOption } from '../test/reporters.ts'
import { mergeReports, readReport } from '../test/shards.ts'

interface ReportOptions {
  reporter?: ReporterOption[]
}

export function command(): Command {
  return new Command('report')
    .addArgument(new Argument('<what>', 'merge: combines reports into one').choices(['merge']))
    .argument('<files...>', 'reports written by --reporter json=<file>')
    .option('--reporter <name[=file]>', 'reports as human, tap, junit, json, github or html; repeatable', parseReporter)
    .addHelpText(
      'after',
      '\nExamples:\n  $ npx bot-emulator report merge 1.json 2.json --reporter html=all.html --reporter junit=all.xml',
    )
    .action(async (_: string, files: string[], { reporter = [] }: ReportOptions) => {
      const result = mergeReports(files.map(readReport))
      const notify = await createReporters(reporter)
      notify({ type: 'begin', count: result.scenarios.length })
      for (const each of result.scenarios) {
        if (each.status !== 'unplayed') notify({ type: 'result', result: each })
      }
      notify({ type: 'end', result })
      process.exitCode = exitCodeOf(result)
    })
}
