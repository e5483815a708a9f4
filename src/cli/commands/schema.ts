// `schema`: prints the JSON schema of scenario files, which editors use for completion.

import { Command } from 'commander'
import { readScenarioFile } from '../../testing/scenarios/read/read-file.ts'
import { scenarioJsonSchema } from '../../testing/scenarios/read/schema/json-schema.ts'
import { handlesIn } from '../../testing/worlds/world-file.ts'
import { findTestFiles, type TestFiles } from '../test/choose-scenarios.ts'
import { loadStepCatalogue } from '../test/load-step-catalogue.ts'

const NO_FILES: TestFiles = { named: [], matched: [] }

export function command(): Command {
  return new Command('schema')
    .argument(
      '[files...]',
      'scenario files whose people, bots and chats the schema lists, so that an editor can complete their names',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ npx bot-emulator schema > scenario.schema.json\n  $ npx bot-emulator schema scenarios/people.yaml > scenario.schema.json',
    )
    .action((files: string[]) => void process.stdout.write(`${schemaText(files)}\n`))
}

export function schemaText(files: readonly string[] = []): string {
  const catalogue = loadStepCatalogue()
  const { named, matched } = files.length ? findTestFiles(files) : NO_FILES
  const handles = new Set([...named, ...matched].flatMap((file) => handlesIn(readScenarioFile(file, catalogue).world)))
  return JSON.stringify(scenarioJsonSchema(catalogue, [...handles]), null, 2)
}
