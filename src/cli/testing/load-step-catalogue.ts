// Loads the step catalogue: all actions, operations and views of the service.

import * as z from 'zod'
import { findOperation } from '../../bot-api/operations/find-operation.ts'
import { catalogue } from '../../control-api/actions/catalogue.ts'
import { VIEWS } from '../../control-api/views/index.ts'
import { createStepCatalogue } from '../../scenario/read/checks/step-catalogue.ts'
import { OPERATION_NAMES } from '../../spec/operation-names.ts'

export const loadStepCatalogue = () =>
  createStepCatalogue({
    actions: catalogue(),
    operations: new Map([...OPERATION_NAMES.keys()].map((name) => [name, paramsOf(name)])),
    views: VIEWS.map(({ path }) => path),
  })

function paramsOf(operation: string): string[] {
  const params = findOperation(operation)?.params
  return params instanceof z.ZodObject ? Object.keys(params.shape) : []
}
