// The vocabulary of scenario files: all actions, operations and views.

import * as z from 'zod'
import { findOperation } from '../../bot-api/operations/find-operation.ts'
import { catalogue } from '../../control-api/actions/catalogue.ts'
import { VIEWS } from '../../control-api/views/index.ts'
import { vocabularyOf } from '../../scenario/read/checks/vocabulary.ts'
import { OPERATION_NAMES } from '../../spec/operation-names.ts'

export const readVocabulary = () =>
  vocabularyOf({
    actions: catalogue(),
    operations: new Map([...OPERATION_NAMES.keys()].map((name) => [name, paramsOf(name)])),
    views: VIEWS.map(({ path }) => path),
  })

function paramsOf(operation: string): string[] {
  const params = findOperation(operation)?.params
  return params instanceof z.ZodObject ? Object.keys(params.shape) : []
}
