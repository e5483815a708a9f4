// `schema`: the JSON schema of a scenario file, for editors.

import { Command } from 'commander'
import { OPERATION_NAMES } from '../../bot-api/operations/index.ts'
import { catalogue } from '../../control-api/actions/catalogue.ts'
import { scenarioJsonSchema } from '../../scenario/read/file-schema.ts'
import { vocabularyOf } from '../../scenario/read/vocabulary.ts'

export function schemaCommand(): Command {
  return new Command('schema')
    .addHelpText('after', '\nExamples:\n  $ bot-emulator schema > scenario.schema.json')
    .action(() => {
      process.stdout.write(
        `${JSON.stringify(scenarioJsonSchema(vocabularyOf(catalogue(), [...OPERATION_NAMES.keys()])), null, 2)}\n`,
      )
    })
}
