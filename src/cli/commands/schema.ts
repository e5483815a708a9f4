// `schema`: prints the JSON schema of scenario files, which editors use for completion.

import { Argument } from 'commander'
import { readScenarioFile } from '../../testing/scenarios/read/read-file.ts'
import { scenarioJsonSchema } from '../../testing/scenarios/read/schema/json-schema.ts'
import { handlesIn } from '../../testing/worlds/world-file.ts'
import { define } from '../command.ts'
import { findTestFiles } from '../test/choose-scenarios.ts'
import { loadStepCatalogue } from '../test/load-step-catalogue.ts'

export const command = define({
  args: [
    new Argument(
      '[files...]',
      'scenario files whose people, bots and chats the schema lists, so that an editor can complete their names',
    ),
  ],
  examples: ['schema > scenario.schema.json', 'schema scenarios/people.yaml > scenario.schema.json'],
  run: (_options, files: string[]) => void process.stdout.write(`${schemaText(files)}\n`),
})

export function schemaText(files: readonly string[] = []): string {
  const catalogue = loadStepCatalogue()
  const found = files.length ? findTestFiles(files) : []
  const handles = new Set(found.flatMap(({ file }) => handlesIn(readScenarioFile(file, catalogue).world)))
  return JSON.stringify(scenarioJsonSchema(catalogue, [...handles]), null, 2)
}
