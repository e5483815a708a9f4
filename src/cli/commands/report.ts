// `report`: what runs have written, put together.

import { Argument, Command } from 'commander'
import { exitCodeOf } from '../exit-codes.ts'
import { mergeReports } from '../testing/merge-reports.ts'
import { listeners, type ReportTo, reporterIn } from '../testing/report-to.ts'
import { readReport } from '../testing/share-of.ts'

interface ReportOptions {
  reporter?: ReportTo[]
}

export function command(): Command {
  return new Command('report')
    .addArgument(new Argument('<what>', 'merge: one report of several runs').choices(['merge']))
    .argument('<files...>', 'what the reporter json has written')
    .option('--reporter <name[=file]>', 'human, tap, junit, json, github or html; repeatable', reporterIn)
    .addHelpText(
      'after',
      '\nExamples:\n  $ bot-emulator report merge 1.json 2.json --reporter html=all.html --reporter junit=all.xml',
    )
    .action((_: string, files: string[], { reporter = [] }: ReportOptions) => {
      const result = mergeReports(files.map(readReport))
      const notify = listeners(reporter, undefined)
      const all = [
        { type: 'begin' as const, count: result.scenarios.length },
        ...result.scenarios
          .filter(({ status }) => status !== 'unplayed')
          .map((each) => ({ type: 'result' as const, result: each, isCorrection: false })),
        { type: 'end' as const, result },
      ]
      for (const event of all) for (const each of notify) each(event)
      process.exitCode = exitCodeOf(result)
    })
}
