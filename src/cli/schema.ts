// `schema`: the JSON schema of a scenario file, for editors.

import { Command } from 'commander'
import { scenarioJsonSchema } from '../scenario/read/file-schema.ts'
import { vocabularyOf } from '../scenario/read/vocabulary.ts'

export function schemaCommand(): Command {
  return new Command('schema')
    .description('Prints the JSON schema of a scenario file, for editors.')
    .addHelpText('after', '\nExamples:\n  $ bot-emulator schema > scenario.schema.json')
    .action(async () => {
      const { catalogue } = await import('../actions/catalogue.ts')
      process.stdout.write(`${JSON.stringify(scenarioJsonSchema(vocabularyOf(catalogue())), null, 2)}\n`)
    })
}
